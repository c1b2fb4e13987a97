import { type LocalisedText, localised } from '../../../text/localised-text.ts'
import type { ReceiptLanguage } from '../../../trust/trust-settings.ts'

/** Printed on issued receipts too: only a new layout may change a word. */
export const LABELS = {
  documentTitle: localised('receipt|Receipt'),
  title: localised('receipt|Donation Receipt'),
  number: localised('receipt|Receipt no.'),
  receiptDate: localised('receipt|Receipt date'),
  lead: localised('receipt|Received with gratitude from'),
  anonymous: localised('receipt|Anonymous'),
  pan: localised('receipt|PAN'),
  donationDate: localised('receipt|Donation date'),
  purpose: localised('receipt|Purpose'),
  method: localised('receipt|Mode of payment'),
  paymentId: localised('receipt|Payment ID'),
  for: (trust: string) => localised('receipt|for {trust}', { trust }),
  thanks: localised('receipt|With heartfelt thanks.'),
  unsigned: localised('receipt|This receipt was made by a computer and is valid without a signature.'),
  cancelled: localised('receipt|CANCELLED'),
  bank: localised('receipt|Bank'),
  replaces: localised('receipt|In place of receipt no.'),
}

const PAYMENT_METHODS: Readonly<Record<string, LocalisedText>> = {
  upi: localised('receipt|UPI'),
  card: localised('receipt|Card'),
  netbanking: localised('receipt|Net banking'),
  wallet: localised('receipt|Wallet'),
  emi: localised('receipt|EMI'),
  paylater: localised('receipt|Pay later'),
  bank_transfer: localised('receipt|Bank transfer'),
  cash: localised('receipt|Cash'),
  cheque: localised('receipt|Cheque'),
  draft: localised('receipt|Demand draft'),
}

/** Returns an unknown method unchanged. */
export function paymentMethodLabel(method: string, language: ReceiptLanguage): string {
  return PAYMENT_METHODS[method.toLowerCase()]?.(language) ?? method
}

/** What the number of a payment that was not made online is called, by its method. */
export const REFERENCE_LABELS: Readonly<Record<string, LocalisedText>> = {
  cheque: localised('receipt|Cheque no.'),
  draft: localised('receipt|Draft no.'),
  bank_transfer: localised('receipt|UTR'),
  upi: localised('receipt|UPI reference'),
  card: localised('receipt|Slip no.'),
}

export const DATE_LABELS: Readonly<Record<string, LocalisedText>> = {
  cheque: localised('receipt|Cheque date'),
  draft: localised('receipt|Draft date'),
}
