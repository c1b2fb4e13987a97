import { toVisibleLine } from '@sevadesk/contract/base/normalise-text.ts'
import { DEFAULT_CURRENCY } from '@sevadesk/contract/donations/donation.ts'
import { replaceUnprintable } from '../../../text/receipt-fonts.ts'
import type { Trust, TrustDetails, Wording } from '../../../trust/trust-settings.ts'
import { amountInFigures, amountInWords } from './amount-text.ts'

/** The layout of new receipts. An issued receipt keeps its layout. */
const LAYOUT = 1

/**
 * What a receipt prints about its donation, stored as JSON and never changed. Days are `YYYY-MM-DD`
 * in the trust's time zone.
 */
export interface ReceiptSnapshot {
  layout: typeof LAYOUT
  number: string
  receiptDay: string
  donationDay: string
  donor: PrintedDonor
  /** In the currency's smallest unit. */
  amount: number
  currency: string
  figures: string
  words: string
  purpose: string | null
  method: string | null
  paymentId: string | null
  /** How money arrived that was not paid online. */
  reference?: PaymentReference
  /** The number of the cancelled receipt in whose place this one was issued. */
  replaces?: string
  /** A cheque or a draft that the bank had not cleared. */
  isBeforeClearing?: true
}

interface PrintedDonor {
  name: string | null
  address: string | null
  pan: string | null
  phone: string | null
  email: string | null
}

/** Number and day of a cheque or a draft; the number of a transfer or of a slip. */
export interface PaymentReference {
  number: string | null
  bank: string | null
  day: string | null
}

/**
 * What a receipt prints about the trust and taxes. Receipts with equal settings share one row of
 * JSON.
 */
export interface ReceiptSettings {
  language: Trust['language']
  trust: TrustDetails
  wording: Wording | null
}

interface DonorColumns {
  donor_name: string | null
  donor_address: string | null
  donor_pan: string | null
  donor_phone: string | null
  donor_email: string | null
}

export interface ReceiptDonation extends DonorColumns {
  amount: number
  currency: string
  purpose: string | null
  payment_method: string | null
  payment_id: string | null
}

interface SnapshotOptions {
  number: string
  receiptDay: string
  /** When the money was received. */
  donationDay: string
  language: Trust['language']
  reference?: PaymentReference | undefined
  replaces?: string | undefined
  isBeforeClearing?: boolean | undefined
}

export function takeSnapshot(
  donation: ReceiptDonation,
  { number, receiptDay, donationDay, language, reference, replaces, isBeforeClearing = false }: SnapshotOptions,
): ReceiptSnapshot {
  const currency = printableLine(donation.currency)?.toUpperCase() ?? DEFAULT_CURRENCY
  return {
    layout: LAYOUT,
    number,
    receiptDay,
    donationDay,
    donor: printedDonor(donation),
    amount: donation.amount,
    currency,
    figures: amountInFigures(donation.amount, currency, language),
    words: amountInWords(donation.amount, currency, language),
    purpose: printableLine(donation.purpose),
    method: printableLine(donation.payment_method),
    paymentId: printableLine(donation.payment_id),
    ...(reference && { reference: printableReference(reference) }),
    ...(replaces !== undefined && { replaces }),
    ...(isBeforeClearing && { isBeforeClearing }),
  }
}

export function printedDonor(donation: DonorColumns): PrintedDonor {
  return {
    name: printableLine(donation.donor_name),
    address: printableLines(donation.donor_address),
    pan: printableLine(donation.donor_pan),
    phone: printableLine(donation.donor_phone),
    email: printableLine(donation.donor_email),
  }
}

function printableReference({ number, bank, day }: PaymentReference): PaymentReference {
  return { number: printableLine(number), bank: printableLine(bank), day }
}

/** Uses the latest wording that took effect no later than `donationDay`. */
export function settingsOn(trust: Trust, donationDay: string): ReceiptSettings {
  const wording = trust.wordings.find(({ from }) => from <= donationDay) ?? null
  return { language: trust.language, trust: trust.details, wording }
}

/** Replaces letters and digits that no font has. Emoji and other symbols are removed. */
const UNPRINTABLE = '…'
/** In UTF-16 units: twice the longest line that the donation form accepts. */
const MAX_LINE_LENGTH = 640
const MAX_LINES_LENGTH = 1500
const MAX_LINES = 6

/** Returns the text as it is printed, on one line; null if nothing remains. */
export function printableLine(value: string | null): string | null {
  const line = normalise(value ?? '')
  return line === '' ? null : clip(line, MAX_LINE_LENGTH)
}

/** Keeps line breaks, but joins all lines from the sixth on by commas. */
export function printableLines(value: string | null): string | null {
  const lines = (value ?? '')
    .split(/\r\n|[\r\n]/)
    .map(normalise)
    .filter((line) => line !== '')
  if (lines.length === 0) return null
  const last = lines
    .splice(MAX_LINES - 1)
    .map((line, index, all) => (index < all.length - 1 ? line.replace(/,$/, '') : line))
  return clip([...lines, ...(last.length > 0 ? [last.join(', ')] : [])].join('\n'), MAX_LINES_LENGTH)
}

function normalise(text: string): string {
  return replaceUnprintable(toVisibleLine(text), (character) => (/[\p{L}\p{N}]/u.test(character) ? UNPRINTABLE : ''))
    .replace(/…(?:\s*…)+/g, UNPRINTABLE)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Never cuts a surrogate pair in half. */
function clip(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
