import type { DonationRecord } from './donation-figures.ts'
import { statusLabel } from './donation-status.ts'
import { zonedDate, zonedDateTime } from './zoned-time.ts'

/** So that spreadsheets read the file as UTF-8. */
export const CSV_BOM = '\ufeff'

/** The heads, English in both languages (specification, section 9; reading D7). */
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
 * One donation as a line that ends with CRLF (RFC 4180). Amounts are rupees with two decimals, times are of the trust's zone. Text is
 * quoted, amounts and times are not: a spreadsheet that is told to take quoted fields as text then keeps the `+` of a phone number and
 * the zero it begins with, and still adds up the amounts.
 */
export function donationCsvLine(donation: CsvDonation, timeZone: string): string {
  const { _id, donorName, donorEmail, donorPhone, amount, purpose, localStatus, createdAt, razorpay } = donation
  return csvLine([
    textCell(_id),
    textCell(donorName?.trim() || 'Anonymous'),
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

/** `donations-2026-11-21.csv`, by the trust's calendar. */
export function csvFileName(now: number, timeZone: string): string {
  return `donations-${zonedDate(now, timeZone)}.csv`
}

/** What a spreadsheet takes for the beginning of a formula (OWASP, CSV injection), full-width forms included. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r]/u
const PHONE = /^\+\d{8,15}$/

/**
 * Text that a spreadsheet would run gets an apostrophe before it; a phone number is none of it and stays as it is. Space around a text is
 * left out, as on screen.
 */
function textCell(value: string | null | undefined): string {
  const text = (value ?? '').trim()
  if (text === '') return ''
  return quoted(FORMULA.test(text) && !PHONE.test(text) ? `'${text}` : text)
}

/** Integer paise as `1234.00`; empty where there is no amount. Digits are moved, never divided. */
function rupees(paise: number | null | undefined): string {
  if (typeof paise !== 'number' || !Number.isFinite(paise)) return ''
  const digits = String(Math.abs(Math.round(paise))).padStart(3, '0')
  return `${paise < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
