// Computes the figures of an office's month from its list of gifts: `node independent-sums.mjs LIST`.
// Written from the specification, the readings and the decision records, not from the server's code.
// Imports nothing of the product; independent-month.mjs has the rules of what happens to a gift.
//
// Its rules:
// - A gift in kind has the amount 0; groups count it apart, lists count it as a gift.
// - Days (reading D19): the list and the ten-column CSV use the day on which a payment was ordered,
//   groups, donors and the accountant's export that of its capture; the list also, if it is asked for
//   the day of receipt. A gift by hand has one day, that of receipt, at 12:00, also a cheque that is
//   cleared later.
// - The accountant gets one row for each receipt and for each gift without one, but no unpaid orders.
//   Amount, refund, fee and what the donor's record says stand in one of a gift's rows. The amount is
//   that of money that was received, also if it was refunded; that of a cheque that waits or bounced
//   has a column of its own.
// - Razorpay reports the fee of each captured payment, here the same of all. Gifts by hand have none.
// - Donor, PAN and address are those of the gift: what a desk knew of the donor, or what a visitor
//   entered. The donor's record is that of today, after merges.
// - The type of an online gift is that which its purpose had when it was given.
// - `now` is a day on which the program runs: of entries by hand and of cancellations.
import { all, books, donorOf, list, rupeesOf, slips, yearOf } from './independent-month.mjs'

const STATUS_TEXTS = {
  captured: 'Success',
  pending: 'Pending',
  failed: 'Failed',
  refunded: 'Refunded',
  created: 'Created',
}

const isWithin = (day, { from, to }) => day !== null && from <= day && day <= to

/** Of the list, by the day of the order or of receipt. */
function matchesOf(range) {
  return sumsOfList(all.filter(({ createdAt }) => isWithin(createdAt.slice(0, 10), range)))
}

/** Of the list by the day of receipt alone. An unpaid order has the day on which it was ordered. */
function receivedOf(range) {
  return sumsOfList(all.filter(({ day, createdAt }) => isWithin(day ?? createdAt.slice(0, 10), range)))
}

function sumsOfList(matching) {
  const successful = matching.filter(({ status }) => status === 'captured')
  return { count: matching.length, successfulCount: successful.length, paise: sumOf(successful) }
}

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

const rupeesOrNone = (paise) => (paise === 0n ? '' : rupeesOf(paise))
const entryName = (kind, key) => (key === null ? '' : `${key} ${kind}`)
const isPaid = ({ isOnline, status }) => isOnline && status !== 'created'

/** What a gift says of its donor. A desk gives what it knows, a visitor what the list says. */
function giverOf({ donor, isOnline, givesPan }) {
  const { name = 'Anonymous', phone = '', email = '', pan = '', address = '' } = list.donors[donor] ?? {}
  const isNamed = !isOnline || givesPan
  return { name, phone, email, pan: isNamed ? pan : '', address: isNamed ? address : '' }
}

const wordOf = (text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** The columns of the accountant's export that are the same in each row of a gift. */
function columnsOf(gift) {
  const { key, day, mode, status, purpose, institution, collector, isOnline, isInKind, details } = gift
  const typeOfPurpose = list.purposes[purpose]?.type ?? ''
  return {
    'Received On': day,
    Status: STATUS_TEXTS[status],
    Mode: mode,
    Currency: 'INR',
    Head: entryName('purposes', purpose),
    'Purpose As Given': entryName('purposes', purpose),
    'Donation Type': wordOf(isOnline ? typeOfPurpose : gift.type),
    'Direction Letter': details.directionLetter ?? '',
    Institution: entryName('institutions', institution),
    Approval: details.approval ?? '',
    'Cheque or Draft No.': details.instrumentNumber ?? '',
    'Cheque Date': details.instrumentDate ?? '',
    Bank: details.bank ?? '',
    'Deposited On': gift.depositedOn,
    'Cleared On': gift.clearedOn,
    'Cleared in Another Year': otherYear(gift),
    'Bounced On': gift.bouncedOn,
    Reference: details.reference ?? '',
    'Order ID': isOnline ? `order of ${key}` : '',
    'Payment ID': isPaid(gift) ? `payment of ${key}` : '',
    // Razorpay settles payments after days, and the month ends before.
    ...{ 'Settlement ID': '', 'Settlement UTR': '', 'Settled On': '' },
    'Given In Kind': isInKind ? [details.item, details.quantity].filter(Boolean).join(', ') : '',
    'Estimated Value': details.estimatedValue ?? '',
    'Collected By': collector ?? '',
    'Book No.': details.bookNumber ?? '',
    'Leaf No.': details.leafNumber ?? '',
    'Entered By': isOnline ? '' : gift.desk,
    'Entered At': isOnline ? '' : 'now',
    Note: details.note ?? '',
    'Receipt Amount in Other Currency': '',
    'Amount in Other Currency': '',
    'Refunded in Other Currency': '',
    ...giverColumns(giverOf(gift)),
  }
}

/** The financial year of a clearing, unless it is that of the receipt (reading D19). */
function otherYear({ day, clearedOn }) {
  return clearedOn && yearOf(clearedOn) !== yearOf(day) ? yearOf(clearedOn) : ''
}

const giverColumns = ({ name, pan, address }) => ({ Donor: name, PAN: pan, Address: address })

/** Those that one row of a gift alone has. */
function onceOf(gift) {
  const { isInKind, isOnline, status, paise, refunded, donor } = gift
  const record = donor === null ? {} : list.donors[donorOf.get(donor)]
  return {
    Amount: hasAmount(gift) ? rupeesOf(paise) : '',
    Refunded: rupeesOrNone(refunded),
    'Amount Not Received': !isInKind && (status === 'pending' || status === 'failed') ? rupeesOf(paise) : '',
    'Fee (with tax)': isOnline ? list.fee.rupees : '',
    'Tax in Fee': isOnline ? list.fee.tax : '',
    'Donor on Record': record.name ?? '',
    'PAN on Record': record.pan ?? '',
    'PIN Code': record.pinCode ?? '',
    'Donor Kind': wordOf(record.kind ?? ''),
    Citizenship: wordOf(record.citizenship ?? ''),
    'Joint Donors': '',
  }
}

const hasAmount = ({ status, isInKind }) => !isInKind && (status === 'captured' || status === 'refunded')

function receiptOf({ year, day, paise, state, replacedBy }) {
  const isCancelled = state !== 'Valid' && state !== 'Cancelled: refunded'
  const cells = { 'Receipt Date': day, 'Receipt State': state, 'Receipt Amount': rupeesOf(paise) }
  return { year, ...cells, 'Cancelled On': isCancelled ? 'now' : '', replacedBy }
}

function exportOf(range) {
  const exported = all.filter(({ status, day }) => status !== 'created' && isWithin(day, range))
  const gifts = exported.map((gift) => {
    const receipts = gift.receipts.map(receiptOf)
    return [gift.key, { ...columnsOf(gift), ...onceOf(gift), receipts }]
  })
  return {
    gifts: Object.fromEntries(gifts),
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
  for (const { year, state } of all.flatMap(({ receipts }) => receipts)) {
    years[year] ??= { issued: 0, cancelled: 0 }
    years[year].issued += 1
    if (state !== 'Valid') years[year].cancelled += 1
  }
  return years
}

/** The ten columns without the id, which the key stands for. */
const csv = all.map((gift) => {
  const { key, paise, status, purpose, isOnline, createdAt } = gift
  const { name, phone, email } = giverOf(gift)
  const time = createdAt.slice(0, 19).replace('T', ' ')
  const ids = [isOnline ? `order of ${key}` : '', isPaid(gift) ? `payment of ${key}` : '']
  return [
    key,
    [name, email, phone, rupeesOf(paise), entryName('purposes', purpose), STATUS_TEXTS[status], time, ...ids],
  ]
})

const figures = {
  books,
  ranges: Object.fromEntries(
    Object.entries(list.ranges).map(([name, range]) => [
      name,
      { matches: matchesOf(range), received: receivedOf(range), groups: groupsOf(range), accountant: exportOf(range) },
    ]),
  ),
  csv: Object.fromEntries(csv),
  slips,
  donors: donorYears(),
  receipts: receiptsByYear(),
}
process.stdout.write(JSON.stringify(figures, (_, value) => (typeof value === 'bigint' ? `${value}` : value)))
