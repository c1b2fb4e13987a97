import { DEFAULT_CURRENCY } from '@sevadesk/contract/donation.ts'
import { zonedDate } from '@sevadesk/contract/zoned-time.ts'
import { type Trust, type TrustDetails, type Wording, wordingOn } from '../../trust/trust-settings.ts'
import { amountInFigures, amountInWords } from './amount-text.ts'
import { lineOf, linesOf } from './printed-text.ts'

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
  const currency = lineOf(donation.currency)?.toUpperCase() ?? DEFAULT_CURRENCY
  return {
    layout: LAYOUT,
    number,
    receiptDay,
    donationDay: zonedDate(Date.parse(donation.created_at), timeZone),
    donor: {
      name: lineOf(donation.donor_name),
      address: linesOf(donation.donor_address),
      pan: lineOf(donation.donor_pan),
      phone: lineOf(donation.donor_phone),
      email: lineOf(donation.donor_email),
    },
    amount: donation.amount,
    currency,
    figures: amountInFigures(donation.amount, currency, language),
    words: amountInWords(donation.amount, currency, language),
    purpose: lineOf(donation.purpose),
    method: lineOf(donation.payment_method),
    paymentId: lineOf(donation.payment_id),
  }
}

/** What a receipt for a donation of this day says of the trust and of taxes. */
export function settingsOn(trust: Trust, donationDay: string): ReceiptSettings {
  return { language: trust.language, trust: trust.details, wording: wordingOn(trust, donationDay) }
}
