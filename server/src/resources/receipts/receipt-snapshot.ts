import { DEFAULT_CURRENCY } from '@sevadesk/contract/donation.ts'
import { zonedDate } from '@sevadesk/contract/zoned-time.ts'
import { type Trust, type TrustDetails, type Wording, wordingOn } from '../../trust-settings.ts'
import { amountInFigures, amountInWords } from './amount-text.ts'

/** The layout that new receipts are drawn in. One that has been issued in a layout is drawn in it for good. */
const LAYOUT = 1

/** All that a receipt says of its donation. Kept as JSON with the receipt and never changed. Days are `YYYY-MM-DD` in the trust's zone. */
export interface ReceiptSnapshot {
  layout: typeof LAYOUT
  /** As it is printed. */
  number: string
  receiptDay: string
  donationDay: string
  donor: { name: string | null; address: string | null; pan: string | null; phone: string | null; email: string | null }
  /** In the currency's smallest unit. */
  amount: number
  currency: string
  figures: string
  words: string
  purpose: string | null
  method: string | null
  paymentId: string | null
}

/** What a receipt says of the trust and of taxes. Kept as JSON, once for all receipts that say the same. */
export interface ReceiptSettings {
  language: Trust['language']
  trust: TrustDetails
  wording: Wording | null
}

/** What a receipt is made of. */
export interface ReceiptDonation {
  donor_name: string | null
  donor_address: string | null
  donor_pan: string | null
  donor_phone: string | null
  donor_email: string | null
  amount: number
  currency: string
  purpose: string | null
  payment_method: string | null
  payment_id: string | null
  created_at: string
}

/** The snapshot of a donation for a receipt with this printed number, captured on this day. */
export function takeSnapshot(
  donation: ReceiptDonation,
  {
    number,
    receiptDay,
    timeZone,
    language,
  }: { number: string; receiptDay: string; timeZone: string; language: Trust['language'] },
): ReceiptSnapshot {
  const currency = donation.currency.trim().toUpperCase() || DEFAULT_CURRENCY
  return {
    layout: LAYOUT,
    number,
    receiptDay,
    donationDay: zonedDate(Date.parse(donation.created_at), timeZone),
    donor: {
      name: textOf(donation.donor_name),
      address: linesOf(donation.donor_address),
      pan: textOf(donation.donor_pan),
      phone: textOf(donation.donor_phone),
      email: textOf(donation.donor_email),
    },
    amount: donation.amount,
    currency,
    figures: amountInFigures(donation.amount, currency, language),
    words: amountInWords(donation.amount, currency, language),
    purpose: textOf(donation.purpose),
    method: textOf(donation.payment_method),
    paymentId: textOf(donation.payment_id),
  }
}

/** What a receipt for a donation of this day says of the trust and of taxes. */
export function settingsOn(trust: Trust, donationDay: string): ReceiptSettings {
  return { language: trust.language, trust: trust.details, wording: wordingOn(trust, donationDay) }
}

/** Pictures in a name have no letters in our font, and marks that turn the direction of writing would disguise what is printed. */
const NOT_PRINTED =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1f1e6}-\u{1f1ff}\ufe0f\ufeff\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069]/gu
/** Characters; nobody's name is longer, and a sheet has an end. */
const TEXT_MAX = 400

/** Text as it is printed, on one line; null for none. */
function textOf(value: string | null): string | null {
  const plain = (value ?? '')
    .replace(NOT_PRINTED, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return plain === '' ? null : clip(plain)
}

/** The same, with the lines that it was written in. */
function linesOf(value: string | null): string | null {
  const lines = (value ?? '').split(/\r\n|[\r\n]/).flatMap((line) => textOf(line) ?? [])
  return lines.length === 0 ? null : clip(lines.slice(0, LINES_MAX).join('\n'))
}
const LINES_MAX = 6

function clip(text: string): string {
  return text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
