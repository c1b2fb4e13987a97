// What happens in an office's month, by its list of gifts: the gifts and the cash books of the end.
// A part of independent-sums.mjs, whose head says from what it was written. Amounts are read as texts
// and added as BigInt paise.
//
// Its rules:
// - Successful gifts alone count in sums. A gift by hand is successful at once; a cheque or a draft is
//   pending until it is cleared and failed if it bounces, also after it was cleared. A clearing that is
//   taken back makes it pending again. A payment by Razorpay is successful when captured, and refunded
//   when it was refunded whole. A refund in part is not taken off.
// - Without an institution of its own, a gift has that of its purpose.
// - Cash books hold gifts by hand alone. An entry stands in the book of the day of receipt, a bounce in
//   that of the day on which it bounced, unless that book is closed: then it is an entry of the day on
//   which it was made, which is after the month (`later`). A correction is two entries: one takes the
//   old amount back, the other has the new one. A cheque is an entry when it is received.
// - Receipts: at once, for a cheque or a draft when it is cleared, none for gifts in kind and
//   collections, nor for gifts with a leaf of a receipt book, which is their receipt. Their series is
//   the financial year of the day of receipt. A correction of the amount cancels the receipt and issues
//   another one, which replaces it. A bounce cancels it, and a clearing that is taken back: the next
//   clearing replaces it. A refund of the whole makes it void without a day of cancellation.
// - A deposit slip marks its gifts as deposited. What a bank has cleared or returned without a slip was
//   deposited on that day.
import { readFileSync } from 'node:fs'

const BY_BANK = ['cheque', 'draft']
const WITHOUT_RECEIPT = ['in_kind', 'collection']

export const list = JSON.parse(readFileSync(process.argv[2], 'utf8'))

export function paiseOf(text) {
  const [, rupees, paise] = /^(\d+)\.(\d\d)$/.exec(text)
  return BigInt(rupees) * 100n + BigInt(paise)
}

export function rupeesOf(paise) {
  const digits = `${paise}`.padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export function yearOf(day) {
  const year = Number(day.slice(0, 4))
  const first = day.slice(5, 7) < '04' ? year - 1 : year
  return `${first}-${`${first + 1}`.slice(2)}`
}

const entered = new Map()
export const books = {}
export const slips = []
let closedUpTo = ''

function enter(planned) {
  const isOnline = planned.mode === 'razorpay'
  const gift = {
    ...planned,
    isOnline,
    isInKind: planned.mode === 'in_kind',
    byBank: BY_BANK.includes(planned.mode),
    mode: isOnline ? planned.method : planned.mode,
    paise: planned.rupees === null ? 0n : paiseOf(planned.rupees),
    status: 'captured',
    refunded: 0n,
    receipts: [],
    details: planned.details ?? {},
    collector: planned.collector ?? null,
    institution: planned.institution ?? list.purposes[planned.purpose]?.institution ?? null,
    createdAt: isOnline ? planned.orderedAt : `${planned.day}T12:00:00+05:30`,
    depositedOn: '',
    clearedOn: '',
    bouncedOn: '',
  }
  if (isOnline && planned.capturedAt === null) gift.status = 'created'
  if (isOnline) gift.day = planned.capturedAt?.slice(0, 10) ?? null
  if (gift.byBank) gift.status = 'pending'
  if (gift.status === 'captured') issueReceipt(gift, gift.day)
  entered.set(gift.key, gift)
  if (!isOnline) addEntry(gift, gift.day, gift.paise, gift.desk)
}

function issueReceipt(gift, day) {
  if (WITHOUT_RECEIPT.includes(gift.mode) || gift.details.leafNumber) return
  const former = gift.receipts.at(-1)
  if (former) former.replacedBy = gift.receipts.length
  gift.receipts.push({ year: yearOf(gift.day), day, paise: gift.paise, state: 'Valid', replacedBy: null })
}

function cancelReceipt(gift, reason) {
  const receipt = gift.receipts.find(({ state }) => state === 'Valid')
  if (receipt) receipt.state = `Cancelled: ${reason}`
  return receipt !== undefined
}

function addEntry(gift, day, paise, person) {
  const name = day > closedUpTo ? day : 'later'
  books[name] ??= { count: 0, paise: 0n, cash: 0n, byMode: {}, byPerson: {}, carried: { count: 0, paise: 0n } }
  const book = books[name]
  book.byMode[gift.mode] ??= { count: 0, paise: 0n }
  book.byPerson[person] ??= { count: 0, paise: 0n }
  const sums = [book, book.byMode[gift.mode], book.byPerson[person]]
  if (name === 'later' || gift.day < name) sums.push(book.carried)
  for (const sum of sums) {
    sum.count += 1
    sum.paise += paise
  }
  if (gift.mode === 'cash' || gift.mode === 'collection') book.cash += paise
}

export const donorOf = new Map(Object.keys(list.donors).map((donor) => [donor, donor]))

const happen = {
  deposited({ gifts, day, slipNumber, bankAccount }) {
    const deposited = gifts.map((key) => entered.get(key))
    for (const gift of deposited) Object.assign(gift, { depositedOn: day, onSlip: true })
    const amounts = deposited.map(({ key, paise }) => [key, paise])
    const paise = deposited.reduce((sum, gift) => sum + gift.paise, 0n)
    slips.push({ day, slipNumber, bankAccount, count: gifts.length, paise, gifts: Object.fromEntries(amounts) })
  },
  cleared({ gift, day }) {
    gift.status = 'captured'
    gift.clearedOn = day
    gift.depositedOn ||= day
    issueReceipt(gift, day)
  },
  'cleared-undone'({ gift }) {
    gift.status = 'pending'
    gift.clearedOn = ''
    if (!gift.onSlip) gift.depositedOn = ''
    cancelReceipt(gift, 'corrected')
  },
  bounced({ gift, day, desk }) {
    gift.status = 'failed'
    gift.bouncedOn = day
    gift.depositedOn ||= day
    cancelReceipt(gift, 'cheque bounced')
    addEntry(gift, day, -gift.paise, desk)
  },
  refunded({ gift, rupees }) {
    gift.refunded = rupees === null ? gift.paise : paiseOf(rupees)
    if (gift.refunded < gift.paise) return
    gift.status = 'refunded'
    cancelReceipt(gift, 'refunded')
  },
  corrected({ gift, rupees, desk }) {
    addEntry(gift, gift.day, -gift.paise, desk)
    gift.paise = paiseOf(rupees)
    addEntry(gift, gift.day, gift.paise, desk)
    if (cancelReceipt(gift, 'corrected')) issueReceipt(gift, gift.day)
  },
  merged({ into, from }) {
    for (const [donor, target] of donorOf) if (target === from) donorOf.set(donor, into)
  },
}

for (const { closes, entered: arrived, events } of list.days) {
  arrived.forEach(enter)
  for (const event of events) happen[event.kind]({ ...event, gift: entered.get(event.gift) })
  if (closes !== null) closedUpTo = closes
}

export const all = [...entered.values()]
