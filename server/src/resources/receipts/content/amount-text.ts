import type { Language } from '@sevadesk/contract/base/language.ts'
import { DEFAULT_CURRENCY } from '@sevadesk/contract/donations/donation.ts'
import { toWords as englishWords } from 'to-words/en-IN'
import { toWords as hindiWords } from 'to-words/hi-IN'
import { localised } from '../../../text/localised-text.ts'

const WORDS = {
  crore: localised('receipt|Crore'),
  lakh: localised('receipt|Lakh'),
  thousand: localised('receipt|Thousand'),
  hundred: localised('receipt|Hundred'),
  rupee: localised('receipt|Rupee'),
  rupees: localised('receipt|Rupees'),
  paisa: localised('receipt|Paisa'),
  paise: localised('receipt|Paise'),
  and: localised('receipt|and'),
  only: localised('receipt|Only'),
  minus: localised('receipt|Minus'),
}

/** Numbers below 100 that the library does not spell in the usual way. */
const HINDI_SPELLINGS: Readonly<Record<number, string>> = { 5: 'पाँच', 51: 'इक्यावन' }

/** Returns, for example, `₹1,00,000.00` or `USD 1,234.50`. `amount` is in the smallest unit. */
export function amountInFigures(amount: number, currency: string, language: Language): string {
  const code = currencyCode(currency)
  const { sign, whole, part, digits } = splitAmount(amount, code)
  const grouped = new Intl.NumberFormat(`${language}-IN`, {
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
  const { sign, whole, part, digits } = splitAmount(amount, code)
  const parts: string[] = sign === '' ? [] : [WORDS.minus(language)]
  if (code !== DEFAULT_CURRENCY) {
    parts.push(code, inWords(whole, language))
    if (part > 0) parts.push(WORDS.and(language), `${String(part).padStart(digits, '0')}/${10 ** digits}`)
  } else {
    if (whole > 0n || part === 0)
      parts.push(inWords(whole, language), whole === 1n ? WORDS.rupee(language) : WORDS.rupees(language))
    if (whole > 0n && part > 0) parts.push(WORDS.and(language))
    if (part > 0)
      parts.push(inWords(BigInt(part), language), part === 1 ? WORDS.paisa(language) : WORDS.paise(language))
  }
  return [...parts, WORDS.only(language)].join(' ')
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
  if (number < 100n) return belowHundred(Number(number), language)
  const parts: string[] = []
  let rest = number
  for (const [size, name] of [
    [10_000_000n, WORDS.crore(language)],
    [100_000n, WORDS.lakh(language)],
    [1000n, WORDS.thousand(language)],
    [100n, WORDS.hundred(language)],
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
