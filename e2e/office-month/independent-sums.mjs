// Computes the figures of an office's month from its list of gifts: `node independent-sums.mjs LIST`.
// Written from the specification, the readings and the decision records, not from the server's code,
// and imports nothing of the product. Amounts are read as texts and added as BigInt paise.
//
// The rules that it knows:
// - Successful gifts alone count in sums. A gift by hand is successful at once; a cheque or a draft is
//   pending until it is cleared and failed if it bounces, also after it was cleared. A payment by
//   Razorpay is successful when captured, and refunded when it was refunded whole. A refund in part
//   is not taken off.
// - A gift in kind has the amount 0; groups count it apart, lists count it as a gift.
// - Days (reading D19): the list and the ten-column CSV use the day on which a payment was ordered,
//   groups, donors and the accountant's export that of its capture. A gift by hand has one day, that of
//   receipt, at 12:00, also a cheque that is cleared later.
// - Without an institution of its own, a gift has that of its purpose.
// - Cash books hold gifts by hand alone. An entry stands in the book of the day of receipt, a bounce in
//   that of the day on which it bounced, unless that book is closed: then it is an entry of the day on
//   which it was made, which is after the month (`later`). A correction is two entries: one takes the
//   old amount back, the other has the new one. A cheque is an entry when it is received.
// - Receipts: at once, for a cheque or a draft when it is cleared, none for gifts in kind and
//   collections. Their series is the financial year of the day of receipt. A correction of the amount
//   cancels the receipt and issues another one. A bounce and a refund of the whole cancel it.
// - The accountant gets one row for each receipt and for each gift without one, but no unpaid orders.
//   The amount of a gift stands in one of its rows if the money was received, also if it was refunded.
import { readFileSync } from 'node:fs'

const BY_BANK = ['cheque', 'draft']
const STATUS_TEXTS = {
  captured: 'Success',
  pending: 'Pending',
  failed: 'Failed',
  refunded: 'Refunded',
  created: 'Created',
}

const list = JSON.parse(readFileSync(process.argv[2], 'utf8'))

function paiseOf(text) {
  const [, rupees, paise] = /^(\d+)\.(\d\d)$/.exec(text)
  return BigInt(rupees) * 100n + BigInt(paise)
}

function rupeesOf(paise) {
  const digits = `${paise}`.padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function yearOf(day) {
  const year = Number(day.slice(0, 4))
  const first = day.slice(5, 7) < '04' ? year - 1 : year
  return `${first}-${`${first + 1}`.slice(2)}`
}

// --- The month, step by step ---

const entered = new Map()
const books = {}
let closedUpTo = ''

function enter(planned) {
  const isOnline = planned.mode === 'razorpay'
  const gift = {
    ...planned,
    isOnline,
    isInKind: planned.mode === 'in_kind',
    mode: isOnline ? planned.method : planned.mode,
    paise: planned.rupees === null ? 0n : paiseOf(planned.rupees),
    status: 'captured',
    refunded: 0n,
    receipts: [],
    collector: planned.collector ?? null,
    institution: planned.institution ?? list.purposes[planned.purpose]?.institution ?? null,
    createdAt: isOnline ? planned.orderedAt : `${planned.day}T12:00:00+05:30`,
  }
  if (isOnline && planned.capturedAt === null) gift.status = 'created'
  if (isOnline) gift.day = planned.capturedAt?.slice(0, 10) ?? null
  if (BY_BANK.includes(planned.mode)) gift.status = 'pending'
  if (gift.status === 'captured' && !['in_kind', 'collection'].includes(planned.mode)) issueReceipt(gift)
  entered.set(gift.key, gift)
  if (!isOnline) addEntry(gift, gift.day, gift.paise, gift.desk)
}

function issueReceipt(gift) {
  gift.receipts.push({ year: yearOf(gift.day), paise: gift.paise, holds: true })
}

function cancelReceipt(gift) {
  const receipt = gift.receipts.find(({ holds }) => holds)
  if (receipt) receipt.holds = false
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

const donorOf = new Map(Object.keys(list.donors).map((donor) => [donor, donor]))

const happen = {
  cleared({ gift }) {
    gift.status = 'captured'
    issueReceipt(gift)
  },
  bounced({ gift, day, desk }) {
    gift.status = 'failed'
    cancelReceipt(gift)
    addEntry(gift, day, -gift.paise, desk)
  },
  refunded({ gift, rupees }) {
    gift.refunded = rupees === null ? gift.paise : paiseOf(rupees)
    if (gift.refunded < gift.paise) return
    gift.status = 'refunded'
    cancelReceipt(gift)
  },
  corrected({ gift, rupees, desk }) {
    addEntry(gift, gift.day, -gift.paise, desk)
    gift.paise = paiseOf(rupees)
    addEntry(gift, gift.day, gift.paise, desk)
    if (cancelReceipt(gift)) issueReceipt(gift)
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

// --- The figures ---

const all = [...entered.values()]
const isWithin = (day, { from, to }) => day !== null && from <= day && day <= to

/** Of the list: by the day of the order or of receipt. */
function matchesOf(range) {
  const matching = all.filter(({ createdAt }) => isWithin(createdAt.slice(0, 10), range))
  const successful = matching.filter(({ status }) => status === 'captured')
  return { count: matching.length, successfulCount: successful.length, paise: sumOf(successful) }
}

const nameOf = (donor) => (donor === null ? 'Anonymous' : list.donors[donor].name)

function sumOf(some) {
  return some.reduce((sum, { paise }) => sum + paise, 0n)
}

const KEYS = {
  month: ({ day }) => day.slice(0, 7),
  purpose: ({ purpose }) => purpose,
  institution: ({ institution }) => institution,
  mode: ({ mode }) => mode,
  collector: ({ collector }) => collector,
}

function groupsOf(range) {
  const successful = all.filter(({ status, day }) => status === 'captured' && isWithin(day, range))
  const sumsOf = (some) => ({
    count: some.filter(({ isInKind }) => !isInKind).length,
    paise: sumOf(some),
    inKind: some.filter(({ isInKind }) => isInKind).length,
  })
  const by = {}
  for (const [name, keyOf] of Object.entries(KEYS)) {
    by[name] = {}
    for (const key of new Set(successful.map((gift) => keyOf(gift) ?? 'none'))) {
      by[name][key] = sumsOf(successful.filter((gift) => (keyOf(gift) ?? 'none') === key))
    }
  }
  return { by, total: sumsOf(successful) }
}

function exportOf(range) {
  const exported = all.filter(({ status, day }) => status !== 'created' && isWithin(day, range))
  const hasAmount = ({ status, isInKind }) => !isInKind && (status === 'captured' || status === 'refunded')
  const gifts = {}
  for (const gift of exported) {
    const { key, day, mode, status, paise, refunded, donor, purpose, institution, collector, receipts } = gift
    gifts[key] = {
      ...{ day, mode, status: STATUS_TEXTS[status], purpose, institution, collector, donor: nameOf(donor) },
      amount: hasAmount(gift) ? rupeesOf(paise) : '',
      refunded: refunded === 0n ? '' : rupeesOf(refunded),
      isCorpus: gift.isCorpus ?? false,
      receipts: receipts.map((receipt) => ({ ...receipt, paise: rupeesOf(receipt.paise) })),
    }
  }
  return {
    gifts,
    rows: exported.reduce((sum, { receipts }) => sum + Math.max(1, receipts.length), 0),
    paise: sumOf(exported.filter(hasAmount)),
    successfulPaise: sumOf(exported.filter(({ status }) => status === 'captured')),
  }
}

function donorYears() {
  const donors = {}
  for (const { donor, status, day, paise } of all) {
    if (donor === null || status !== 'captured') continue
    const name = donorOf.get(donor)
    donors[name] ??= {}
    donors[name][yearOf(day)] ??= { count: 0, paise: 0n }
    donors[name][yearOf(day)].count += 1
    donors[name][yearOf(day)].paise += paise
  }
  return donors
}

function receiptsByYear() {
  const years = {}
  for (const { year, holds } of all.flatMap(({ receipts }) => receipts)) {
    years[year] ??= { issued: 0, cancelled: 0 }
    years[year].issued += 1
    if (!holds) years[year].cancelled += 1
  }
  return years
}

const csv = all.map(({ key, donor, paise, status, createdAt }) => [
  key,
  [nameOf(donor), rupeesOf(paise), STATUS_TEXTS[status], createdAt.slice(0, 19).replace('T', ' ')],
])

const figures = {
  books,
  ranges: Object.fromEntries(
    Object.entries(list.ranges).map(([name, range]) => [
      name,
      { matches: matchesOf(range), groups: groupsOf(range), accountant: exportOf(range) },
    ]),
  ),
  csv: Object.fromEntries(csv),
  donors: donorYears(),
  receipts: receiptsByYear(),
}
process.stdout.write(JSON.stringify(figures, (_, value) => (typeof value === 'bigint' ? `${value}` : value)))
