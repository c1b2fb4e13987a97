import { csvLine, quoted, textCell } from '../base/csv.ts'
import { isBlank } from '../base/not-blank.ts'
import { zonedDate, zonedDateTime } from '../base/zoned-time.ts'
import type { DonationRecord } from './donation-figures.ts'
import { type AccountantFormat, FILTER_FIELDS } from './donation-groups.ts'
import type { DonationFilter } from './donation-schemas.ts'
import { parseSearch } from './donation-search.ts'
import { statusLabel } from './donation-status.ts'
import type { Clock } from './period.ts'

/** The column heads, in English for every language (specification, section 9). */
export const CSV_COLUMNS = [
  'Donation ID',
  'Donor',
  'Email',
  'Phone',
  'Amount (₹)',
  'Purpose',
  'Status',
  'Created At',
  'Order ID',
  'Payment ID',
] as const

export interface CsvDonation extends DonationRecord {
  razorpay?: { orderId?: string | null | undefined; paymentId?: string | null | undefined } | null | undefined
}

export const CSV_HEAD = csvLine(CSV_COLUMNS.map(quoted))

/**
 * Returns one donation as a line that ends with CRLF (RFC 4180). Amounts are rupees with two
 * decimals, times are in the trust's zone. Only text is quoted: a spreadsheet that imports quoted
 * fields as text keeps the `+` or leading zero of a phone number and still adds up the amounts.
 */
export function donationCsvLine(donation: CsvDonation, timeZone: string): string {
  const { _id, donorName, donorEmail, donorPhone, amount, purpose, localStatus, createdAt, razorpay } = donation
  return csvLine([
    textCell(_id),
    textCell(isBlank(donorName ?? '') ? 'Anonymous' : donorName),
    textCell(donorEmail),
    textCell(donorPhone),
    rupees(amount),
    textCell(purpose),
    textCell(statusLabel(localStatus)),
    zonedDateTime(createdAt, timeZone),
    textCell(razorpay?.orderId),
    textCell(razorpay?.paymentId),
  ])
}

/**
 * Returns a name such as `donations-2026-11-21.csv`, or `donations-filtered-2026-11-21.csv` with a
 * search or filter (reading D17). The day is in the trust's zone.
 */
export function csvFileName(filter: DonationFilter, { now, timeZone }: Clock): string {
  return `donations-${isWhole(filter) ? '' : 'filtered-'}${zonedDate(now, timeZone)}.csv`
}

/** Returns a name such as `accountant-2026-11-21.xlsx`, or `accountant-filtered-2026-11-21.xlsx`. */
export function accountantFileName(filter: DonationFilter, format: AccountantFormat, { now, timeZone }: Clock): string {
  return `accountant-${isWhole(filter) ? '' : 'filtered-'}${zonedDate(now, timeZone)}.${format}`
}

function isWhole({ search = '', status = 'all', period = 'all', from, ...filter }: DonationFilter): boolean {
  const hasFields = FILTER_FIELDS.some((field) => filter[field] !== undefined)
  return parseSearch(search).length === 0 && status === 'all' && period === 'all' && from === undefined && !hasFields
}

/**
 * Formats integer paise as rupees, such as `1234.00`; empty without an amount. Inserts the point
 * into the digits, because a division may lose some.
 */
export function rupees(paise: number | null | undefined): string {
  if (typeof paise !== 'number' || !Number.isFinite(paise)) return ''
  const digits = String(Math.abs(Math.round(paise))).padStart(3, '0')
  return `${paise < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
