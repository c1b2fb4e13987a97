import { financialYear } from '@sevadesk/contract/base/financial-year.ts'
import { isBlank } from '@sevadesk/contract/base/not-blank.ts'
import { zonedDate, zonedDateTime } from '@sevadesk/contract/base/zoned-time.ts'
import { DEFAULT_CURRENCY } from '@sevadesk/contract/donations/donation.ts'
import { isRupees } from '@sevadesk/contract/donations/donation-figures.ts'
import { isSuccessful, statusLabel } from '@sevadesk/contract/donations/donation-status.ts'
import type { ReceiptState } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { SheetCell } from '../../../spreadsheet/sheet-cell.ts'
import { type AccountantGift, type AccountantReceipt, LOST } from './accountant-store.ts'

interface AccountantColumn {
  head: string
  /** In characters. */
  width: number
  cell(row: AccountantRow, timeZone: string): SheetCell
}

const text = (value: string | null | undefined): SheetCell => ({ kind: 'text', value: value ?? '' })
const day = (value: string | null | undefined): SheetCell => ({ kind: 'day', value: value ?? '' })
const money = (paise: number | null | undefined): SheetCell => ({ kind: 'money', paise: paise ?? null })

/** In rupees: amounts in other currencies stand in columns of their own, so that each can be added up. */
const inRupees = (currency: string, amount: number | null | undefined): SheetCell =>
  money(isRupees(currency) ? amount : null)
const inOther = (currency: string, amount: number | null | undefined): SheetCell =>
  money(isRupees(currency) ? null : amount)

const amountOf = (row: AccountantRow) => (hasAmount(row) ? row.gift.amount : null)
const refundOf = (row: AccountantRow) => (hasAmount(row) ? row.gift.refunded_amount : null)
const notReceived = (row: AccountantRow) => (hasAmountNotReceived(row) ? row.gift.amount : null)

/** In English for every language, as the other export. */
export const ACCOUNTANT_COLUMNS: readonly AccountantColumn[] = [
  { head: 'Receipt Number', width: 18, cell: ({ receipt }) => text(receipt?.snapshot.number) },
  { head: 'Receipt Date', width: 12, cell: ({ receipt }) => day(receipt?.snapshot.receiptDay) },
  { head: 'Receipt State', width: 24, cell: ({ receipt }) => text(receipt && RECEIPT_STATES[receipt.state]) },
  {
    head: 'Cancelled On',
    width: 12,
    cell: ({ receipt }, timeZone) => day(receipt?.cancelledAt && zonedDate(receipt.cancelledAt, timeZone)),
  },
  { head: 'Replaced By', width: 18, cell: ({ replacedBy }) => text(replacedBy) },
  {
    head: 'Receipt Amount',
    width: 15,
    cell: ({ receipt }) => (receipt ? inRupees(receipt.snapshot.currency, receipt.snapshot.amount) : money(null)),
  },
  { head: 'Received On', width: 12, cell: ({ gift }, timeZone) => day(zonedDate(gift.received_at, timeZone)) },
  { head: 'Status', width: 11, cell: ({ gift }) => text(gift.deleted_at ? 'Deleted' : statusLabel(gift.status)) },
  { head: 'Mode', width: 14, cell: ({ gift }) => text(modeLabel(gift.payment_method)) },
  { head: 'Amount', width: 16, cell: (row) => inRupees(row.gift.currency, amountOf(row)) },
  { head: 'Refunded', width: 13, cell: (row) => inRupees(row.gift.currency, refundOf(row)) },
  { head: 'Amount Not Received', width: 16, cell: (row) => inRupees(row.gift.currency, notReceived(row)) },
  {
    head: 'Fee (with tax)',
    width: 12,
    cell: (row) => inRupees(row.gift.currency, hasAmount(row) ? row.gift.fee : null),
  },
  {
    head: 'Tax in Fee',
    width: 11,
    cell: (row) => inRupees(row.gift.currency, hasAmount(row) ? row.gift.fee_tax : null),
  },
  { head: 'Currency', width: 9, cell: ({ gift }) => text(currencyOf(gift.currency)) },
  {
    head: 'Receipt Amount in Other Currency',
    width: 16,
    cell: ({ receipt }) => (receipt ? inOther(receipt.snapshot.currency, receipt.snapshot.amount) : money(null)),
  },
  { head: 'Amount in Other Currency', width: 16, cell: (row) => inOther(row.gift.currency, amountOf(row)) },
  { head: 'Refunded in Other Currency', width: 16, cell: (row) => inOther(row.gift.currency, refundOf(row)) },
  { head: 'Donor', width: 26, cell: (row) => text(isBlank(giverOf(row).name ?? '') ? 'Anonymous' : giverOf(row).name) },
  { head: 'PAN', width: 13, cell: (row) => text(giverOf(row).pan) },
  { head: 'Address', width: 36, cell: (row) => text(giverOf(row).address) },
  // What the donor's record says today, which is not what an earlier receipt said.
  { head: 'Donor on Record', width: 26, cell: (row) => text(recordOf(row)?.record_name) },
  { head: 'PAN on Record', width: 13, cell: (row) => text(recordOf(row)?.record_pan) },
  { head: 'PIN Code', width: 9, cell: (row) => text(recordOf(row)?.pin_code) },
  { head: 'Donor Kind', width: 13, cell: (row) => text(wordOf(DONOR_KINDS, recordOf(row)?.donor_kind)) },
  { head: 'Citizenship', width: 12, cell: (row) => text(wordOf(CITIZENSHIPS, recordOf(row)?.citizenship)) },
  { head: 'Joint Donors', width: 30, cell: (row) => text(jointDonors(recordOf(row)?.members)) },
  { head: 'Head', width: 24, cell: ({ gift }) => text(gift.purpose_name) },
  { head: 'Purpose As Given', width: 24, cell: ({ gift }) => text(gift.purpose) },
  {
    head: 'Donation Type',
    width: 13,
    cell: ({ gift }) => text(wordOf(DONATION_TYPES, gift.donation_type ?? gift.purpose_type)),
  },
  { head: 'Direction Letter', width: 18, cell: ({ gift }) => text(gift.direction_letter) },
  { head: 'Institution', width: 24, cell: ({ gift }) => text(gift.institution_name) },
  { head: 'Approval', width: 20, cell: ({ gift }) => text(gift.approval) },
  { head: 'Cheque or Draft No.', width: 18, cell: ({ gift }) => text(gift.instrument_number) },
  { head: 'Cheque Date', width: 12, cell: ({ gift }) => day(gift.instrument_date) },
  { head: 'Bank', width: 20, cell: ({ gift }) => text(gift.bank) },
  { head: 'Deposited On', width: 12, cell: ({ gift }) => day(gift.deposited_on) },
  { head: 'Cleared On', width: 12, cell: ({ gift }) => day(gift.cleared_on) },
  { head: 'Cleared in Another Year', width: 12, cell: ({ gift }, timeZone) => text(yearOfClearing(gift, timeZone)) },
  { head: 'Bounced On', width: 12, cell: ({ gift }) => day(gift.bounced_on) },
  { head: 'Reference', width: 24, cell: ({ gift }) => text(gift.reference) },
  { head: 'Order ID', width: 22, cell: ({ gift }) => text(gift.order_id) },
  { head: 'Payment ID', width: 22, cell: ({ gift }) => text(gift.payment_id) },
  { head: 'Settlement ID', width: 22, cell: ({ gift }) => text(gift.settlement_id) },
  { head: 'Settlement UTR', width: 24, cell: ({ gift }) => text(gift.settlement_utr) },
  {
    head: 'Settled On',
    width: 12,
    cell: ({ gift }, timeZone) => day(gift.settled_at && zonedDate(gift.settled_at, timeZone)),
  },
  { head: 'Given In Kind', width: 24, cell: ({ gift }) => text([gift.item, gift.quantity].filter(Boolean).join(', ')) },
  { head: 'Estimated Value', width: 15, cell: ({ gift }) => money(gift.estimated_value) },
  { head: 'Collected By', width: 20, cell: ({ gift }) => text(gift.collected_by) },
  { head: 'Book No.', width: 10, cell: ({ gift }) => text(gift.book_number) },
  { head: 'Leaf No.', width: 10, cell: ({ gift }) => text(gift.leaf_number) },
  { head: 'Entered By', width: 16, cell: ({ gift }) => text(gift.entered_by) },
  {
    head: 'Entered At',
    width: 19,
    cell: ({ gift }, timeZone) => ({ kind: 'time', value: zonedDateTime(gift.entered_at, timeZone) }),
  },
  { head: 'Note', width: 30, cell: ({ gift }) => text(gift.note) },
  { head: 'Donation ID', width: 26, cell: ({ gift }) => text(gift.id) },
]

/** Who gave, as the receipt says; without a receipt as the gift says. Never as another of the two. */
function giverOf({ gift, receipt }: AccountantRow): {
  name: string | null
  pan: string | null
  address: string | null
} {
  return receipt?.snapshot.donor ?? { name: gift.donor_name, pan: gift.donor_pan, address: gift.donor_address }
}

function recordOf({ gift, isCurrent }: AccountantRow): AccountantRow['gift'] | undefined {
  return isCurrent ? gift : undefined
}

function jointDonors(members: AccountantRow['gift']['members'] = []): string {
  return members.map(({ name, share }) => `${name} ${share / 100} %`).join('; ')
}

/** The financial year in which a cheque was cleared, unless it is that of its receipt (reading D19). */
function yearOfClearing({ received_at, cleared_on }: AccountantRow['gift'], timeZone: string): string {
  if (cleared_on === null) return ''
  const year = financialYear(cleared_on)
  return year === financialYear(zonedDate(received_at, timeZone)) ? '' : year
}

function currencyOf(currency: string): string {
  return isRupees(currency) ? DEFAULT_CURRENCY : currency.trim().toUpperCase()
}

const MODES: Readonly<Record<string, string>> = {
  cash: 'Cash',
  cheque: 'Cheque',
  draft: 'Demand draft',
  bank_transfer: 'Bank transfer',
  upi: 'UPI',
  card: 'Card',
  in_kind: 'In kind',
  collection: 'Collection',
  netbanking: 'Net banking',
  wallet: 'Wallet',
  emi: 'EMI',
}

function modeLabel(method: string | null): string {
  return wordOf(MODES, method?.toLowerCase()) || (method ?? '')
}

const DONOR_KINDS = { person: 'Person', family: 'HUF', company: 'Company', trust: 'Trust' }
const CITIZENSHIPS = { indian: 'Indian', foreign: 'Foreign' }
const DONATION_TYPES = { general: 'General', specific: 'Specific', corpus: 'Corpus' }

/** Returns an empty text for what is not known. */
function wordOf(words: Readonly<Record<string, string>>, value: string | null | undefined): string {
  return value && Object.hasOwn(words, value) ? (words[value] ?? '') : ''
}

/** A line of the export. */
interface AccountantRow {
  gift: AccountantGift
  /** Null for a gift without a receipt. */
  receipt: AccountantReceipt | null
  /** Number of the receipt that replaces a cancelled one. */
  replacedBy: string | null
  /** Whether this is the gift's only line or that of its receipt in force, which alone has its amount. */
  isCurrent: boolean
}

/** Returns a line for each receipt of the gifts, and for each gift without one. */
export function accountantRows(
  gifts: readonly AccountantGift[],
  receipts: readonly AccountantReceipt[],
): AccountantRow[] {
  const byGift = Map.groupBy(receipts, ({ donationId }) => donationId)
  return gifts.flatMap((gift): AccountantRow[] => {
    const own = byGift.get(gift.id) ?? []
    if (own.length === 0) return [{ gift, receipt: null, replacedBy: null, isCurrent: true }]
    // By the receipts themselves: the clock may have been set back between two of them.
    const replacing = new Map(own.map(({ snapshot }) => [snapshot.replaces, snapshot.number]))
    const current =
      own.find(({ cancelledAt }) => cancelledAt === null) ??
      own.findLast(({ snapshot }) => !replacing.has(snapshot.number))
    return own.map((receipt) => ({
      gift,
      receipt,
      replacedBy: replacing.get(receipt.snapshot.number) ?? null,
      isCurrent: receipt === current,
    }))
  })
}

const RECEIPT_STATES: Readonly<Record<ReceiptState, string>> = {
  valid: 'Valid',
  corrected: 'Cancelled: corrected',
  bounced: 'Cancelled: cheque bounced',
  deleted: 'Cancelled: gift deleted',
  disputed: 'Cancelled: dispute lost',
  refunded: 'Cancelled: refunded',
}

/**
 * Whether the line has the gift's amounts: once for each gift whose money was received, so that the
 * columns can be added up. Gifts in kind have none.
 */
function hasAmount(row: AccountantRow): boolean {
  return isCurrentMoney(row) && isReceived(row.gift)
}

/** Whether the line has the amount of a gift whose money has not come: a cheque that waits or bounced. */
function hasAmountNotReceived(row: AccountantRow): boolean {
  return isCurrentMoney(row) && !isReceived(row.gift)
}

function isCurrentMoney({ gift, isCurrent }: AccountantRow): boolean {
  return isCurrent && gift.deleted_at === null && gift.payment_method?.toLowerCase() !== 'in_kind'
}

function isReceived(gift: AccountantGift): boolean {
  return isSuccessful(gift.status) || gift.status?.toLowerCase() === 'refunded' || gift.status === LOST
}
