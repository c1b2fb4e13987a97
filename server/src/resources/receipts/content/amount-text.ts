import { DEFAULT_CURRENCY } from '@sevadesk/contract/donations/donation.ts'
import { toWords as englishWords } from 'to-words/en-IN'
import { toWords as hindiWords } from 'to-words/hi-IN'
import type { Language } from '../../../text/localised-text.ts'

const WORDS = {
  en: {
    crore: 'Crore',
    lakh: 'Lakh',
    thousand: 'Thousand',
    hundred: 'Hundred',
    rupee: 'Rupee',
    rupees: 'Rupees',
    paisa: 'Paisa',
    paise: 'Paise',
    and: 'and',
    only: 'Only',
    minus: 'Minus',
  },
  hi: {
    crore: 'करोड़',
    lakh: 'लाख',
    thousand: 'हज़ार',
    hundred: 'सौ',
    rupee: 'रुपया',
    rupees: 'रुपये',
    paisa: 'पैसा',
    paise: 'पैसे',
    and: 'और',
    only: 'मात्र',
    minus: 'ऋण',
  },
} as const satisfies Record<Language, unknown>

/** Numbers below 100 that the library does not spell in the usual way. */
const HINDI_SPELLINGS: Readonly<Record<number, string>> = { 5: 'पाँच', 51: 'इक्यावन' }

/** Returns, for example, `₹1,00,000.00` or `USD 1,234.50`. `amount` is in the smallest unit. */
export function amountInFigures(amount: number, currency: string, language: Language): string {
  const code = currencyCode(currency)
  const { sign, whole, part, digits } = splitAmount(amount, code)
  const grouped = new Intl.NumberFormat(language === 'hi' ? 'hi-IN' : 'en-IN', {
    numberingSystem: 'latn',
    useGrouping: true,
  }).format(whole)
  const figures = digits === 0 ? grouped : `${grouped}.${String(part).padStart(digits, '0')}`
  return code === DEFAULT_CURRENCY ? `${sign}₹${figures}` : `${code} ${sign}${figures}`
}

/**
 * Returns, for example, `One Lakh Rupees and Fifty Paise Only`. A foreign currency has its code and
 * a fraction: `USD One Lakh and 50/100 Only`.
 */
export function amountInWords(amount: number, currency: string, language: Language): string {
  const code = currencyCode(currency)
  const words = WORDS[language]
  const { sign, whole, part, digits } = splitAmount(amount, code)
  const parts: string[] = sign === '' ? [] : [words.minus]
  if (code !== DEFAULT_CURRENCY) {
    parts.push(code, inWords(whole, language))
    if (part > 0) parts.push(words.and, `${String(part).padStart(digits, '0')}/${10 ** digits}`)
  } else {
    if (whole > 0n || part === 0) parts.push(inWords(whole, language), whole === 1n ? words.rupee : words.rupees)
    if (whole > 0n && part > 0) parts.push(words.and)
    if (part > 0) parts.push(inWords(BigInt(part), language), part === 1 ? words.paisa : words.paise)
  }
  return [...parts, words.only].join(' ')
}

function currencyCode(currency: string): string {
  return currency.trim().toUpperCase() || DEFAULT_CURRENCY
}

function splitAmount(amount: number, code: string) {
  const digits = minorDigits(code)
  const all = String(Math.abs(Math.trunc(amount))).padStart(digits + 1, '0')
  const at = all.length - digits
  return { sign: amount < 0 ? '-' : '', whole: BigInt(all.slice(0, at)), part: Number(all.slice(at) || 0), digits }
}

/** Digits of the minor unit: two for paise, none for yen, two for an unknown code. */
function minorDigits(code: string): number {
  try {
    return (
      new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ?? 2
    )
  } catch {
    return 2
  }
}

/**
 * Uses the library only for numbers below 100. Above, its Hindi is wrong ("एक हज़ार सौ"), and it
 * uses units larger than crore.
 */
function inWords(number: bigint, language: Language): string {
  const words = WORDS[language]
  if (number < 100n) return belowHundred(Number(number), language)
  const parts: string[] = []
  let rest = number
  for (const [size, name] of [
    [10_000_000n, words.crore],
    [100_000n, words.lakh],
    [1000n, words.thousand],
    [100n, words.hundred],
  ] as const) {
    if (rest >= size) parts.push(inWords(rest / size, language), name)
    rest %= size
  }
  if (rest > 0n) parts.push(belowHundred(Number(rest), language))
  return parts.join(' ')
}

function belowHundred(number: number, language: Language): string {
  if (language === 'en') return englishWords(number)
  return HINDI_SPELLINGS[number] ?? hindiWords(number)
}
