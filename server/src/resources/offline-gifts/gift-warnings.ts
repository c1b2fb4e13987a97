import { formatDay } from '../../text/format-day.ts'
import type { LocalisedText } from '../../text/localised-text.ts'
import type { GiftFields } from './gift-form.ts'

export const STALE_CHEQUE: LocalisedText = {
  en: 'The cheque is older than three months, so the bank may refuse it.',
  hi: 'चेक तीन महीने से पुराना है, बैंक इसे लौटा सकता है।',
}
export function otherYear({ hasReceipt }: { hasReceipt: boolean }): LocalisedText {
  return {
    en: `The day of receipt is in an earlier financial year.${hasReceipt ? ' The receipt gets a number of that year.' : ''}`,
    hi: `यह दान पिछले वित्तीय वर्ष का है।${hasReceipt ? ' रसीद को उसी वर्ष का नंबर मिलेगा।' : ''}`,
  }
}

export function doubleGift(
  amount: LocalisedText,
  { receivedOn: day, item }: GiftFields,
  receiptNumber: string | null,
): LocalisedText {
  const receipt = receiptNumber === null ? { en: '', hi: '' } : inBrackets(receiptNumber)
  const [en, hi] = item === '' ? [amount.en, amount.hi] : [item, item]
  return {
    en: `A gift of ${en} by this donor on ${formatDay(day, 'en')} was entered already${receipt.en}.`,
    hi: `इसी दानदाता का ${formatDay(day, 'hi')} का ${hi} का दान पहले से लिखा है${receipt.hi}।`,
  }
}

function inBrackets(receiptNumber: string): LocalisedText {
  return { en: ` (receipt ${receiptNumber})`, hi: ` (रसीद ${receiptNumber})` }
}

export function cashLimit(sum: LocalisedText, limit: LocalisedText, day: string): LocalisedText {
  return {
    en: `With this gift, the donor has given ${sum.en} in cash on ${formatDay(day, 'en')}. The limit is ${limit.en}.`,
    hi: `इसे मिलाकर दानदाता ने ${formatDay(day, 'hi')} को ${sum.hi} नक़द दिए हैं। सीमा ${limit.hi} है।`,
  }
}

/** `year` is such as `2026-27`. */
export function anonymousLimit(sum: LocalisedText, limit: LocalisedText, year: string): LocalisedText {
  return {
    en: `With this gift, the anonymous gifts of the financial year ${year} come to ${sum.en}. The limit is ${limit.en}.`,
    hi: `इसे मिलाकर वित्तीय वर्ष ${year} के गुप्त दान ${sum.hi} हो जाते हैं। सीमा ${limit.hi} है।`,
  }
}
