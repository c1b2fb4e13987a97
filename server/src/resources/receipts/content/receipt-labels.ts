import type { Language } from '../../../text/localised-text.ts'

/** Printed on issued receipts too: only a new layout may change a word. */
export const LABELS = {
  en: {
    documentTitle: 'Receipt',
    title: 'Donation Receipt',
    number: 'Receipt no.',
    receiptDate: 'Receipt date',
    lead: 'Received with gratitude from',
    anonymous: 'Anonymous',
    pan: 'PAN',
    donationDate: 'Donation date',
    purpose: 'Purpose',
    method: 'Mode of payment',
    paymentId: 'Payment ID',
    for: (trust: string) => `for ${trust}`,
    thanks: 'With heartfelt thanks.',
    unsigned: 'This receipt was made by a computer and is valid without a signature.',
    cancelled: ['CANCELLED', 'रद्द'],
    bank: 'Bank',
    replaces: 'In place of receipt no.',
  },
  hi: {
    documentTitle: 'रसीद',
    title: 'दान रसीद',
    number: 'रसीद संख्या',
    receiptDate: 'रसीद की तारीख़',
    lead: 'इनसे सधन्यवाद प्राप्त',
    anonymous: 'गुप्त दान',
    pan: 'पैन',
    donationDate: 'दान की तारीख़',
    purpose: 'उद्देश्य',
    method: 'भुगतान का तरीक़ा',
    paymentId: 'भुगतान आईडी',
    for: (trust: string) => `${trust} की ओर से`,
    thanks: 'हार्दिक धन्यवाद।',
    unsigned: 'यह रसीद कंप्यूटर से बनी है और बिना हस्ताक्षर के मान्य है।',
    cancelled: ['रद्द', 'CANCELLED'],
    bank: 'बैंक',
    replaces: 'पुरानी रसीद, जिसकी जगह यह है',
  },
} as const satisfies Record<Language, unknown>

const PAYMENT_METHODS: Readonly<Record<string, Record<Language, string>>> = {
  upi: { en: 'UPI', hi: 'UPI' },
  card: { en: 'Card', hi: 'कार्ड' },
  netbanking: { en: 'Net banking', hi: 'नेट बैंकिंग' },
  wallet: { en: 'Wallet', hi: 'वॉलेट' },
  emi: { en: 'EMI', hi: 'EMI' },
  paylater: { en: 'Pay later', hi: 'पे लेटर' },
  bank_transfer: { en: 'Bank transfer', hi: 'बैंक ट्रांसफ़र' },
  cash: { en: 'Cash', hi: 'नक़द' },
  cheque: { en: 'Cheque', hi: 'चेक' },
  draft: { en: 'Demand draft', hi: 'डिमांड ड्राफ़्ट' },
}

/** Returns an unknown method unchanged. */
export function paymentMethodLabel(method: string, language: Language): string {
  return PAYMENT_METHODS[method.toLowerCase()]?.[language] ?? method
}

/** What the number of a payment that was not made online is called, by its method. */
export const REFERENCE_LABELS: Readonly<Record<string, Record<Language, string>>> = {
  cheque: { en: 'Cheque no.', hi: 'चेक नंबर' },
  draft: { en: 'Draft no.', hi: 'ड्राफ़्ट नंबर' },
  bank_transfer: { en: 'UTR', hi: 'UTR' },
  upi: { en: 'UPI reference', hi: 'UPI रेफ़रेंस' },
  card: { en: 'Slip no.', hi: 'स्लिप नंबर' },
}

export const DATE_LABELS: Readonly<Record<string, Record<Language, string>>> = {
  cheque: { en: 'Cheque date', hi: 'चेक की तारीख़' },
  draft: { en: 'Draft date', hi: 'ड्राफ़्ट की तारीख़' },
}
