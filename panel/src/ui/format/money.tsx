import { useLingui } from '@lingui/react/macro'
import styles from './money.module.css'

/** Shown for a missing number or date, instead of a false zero. */
export const UNKNOWN = '—'

/**
 * Formats an amount given in the currency's smallest unit, such as paise, as `₹1,00,000.00`.
 * Currencies other than INR show their code. Returns a dash for an amount that is not a number.
 */
export function formatMoney(amount: unknown, currency: unknown = 'INR', locale = 'en'): string {
  const smallest = typeof amount === 'string' && amount.trim() !== '' ? Number(amount) : amount
  if (typeof smallest !== 'number' || !Number.isFinite(smallest)) return UNKNOWN
  const code = typeof currency === 'string' && currency.trim() !== '' ? currency.trim().toUpperCase() : 'INR'
  const format = moneyFormat(code, locale)
  if (!format) return `${code} ${formatNumber(smallest / 100, locale, 2)}`
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(smallest / 10 ** digits)
}

/** With Indian grouping: `1,00,000`. */
export function formatNumber(value: number, locale = 'en', digits = 0): string {
  return new Intl.NumberFormat(regionOf(locale), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
}

/**
 * Formats a file size: `640 kB`, `2.4 MB`. Rounded up, so that a file over a limit never looks
 * equal to it.
 */
export function formatFileSize(bytes: number, locale = 'en'): string {
  return formatBytes(bytes, locale, Math.ceil)
}

/**
 * Formats a size limit: `25 MB`. Rounded down, so that a file of the shown size is never too large.
 */
export function formatSizeLimit(bytes: number, locale = 'en'): string {
  return formatBytes(bytes, locale, Math.floor)
}

const BYTE_UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const

/** Units are powers of 1024, as in the server's limits. Kilobytes have no decimals. */
function formatBytes(bytes: number, locale: string, round: (value: number) => number): string {
  const power = Math.min(Math.max(Math.floor(Math.log2(bytes) / 10), 1), BYTE_UNITS.length)
  const steps = power === 1 ? 1 : 10
  const value = round((bytes / 1024 ** power) * steps) / steps
  const unit = BYTE_UNITS[power - 1] ?? 'kilobyte'
  return new Intl.NumberFormat(regionOf(locale), { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)
}

interface MoneyProps {
  /** In the smallest unit, such as paise. */
  amount: unknown
  currency?: unknown
}

/** Money in tabular figures. */
export function Money({ amount, currency }: MoneyProps) {
  const { i18n } = useLingui()
  return <span className={styles.money}>{formatMoney(amount, currency ?? undefined, i18n.locale)}</span>
}

/** A count in tabular figures; a dash when it is `undefined`. */
export function Count({ value }: { value: number | undefined }) {
  const { i18n } = useLingui()
  return <span className={styles.money}>{value === undefined ? UNKNOWN : formatNumber(value, i18n.locale)}</span>
}

/** A file size in tabular figures. */
export function FileSize({ bytes }: { bytes: number }) {
  const { i18n } = useLingui()
  return <span className={styles.money}>{formatFileSize(bytes, i18n.locale)}</span>
}

function regionOf(locale: string): string {
  return `${locale}-IN`
}

/** Returns `undefined` for an invalid currency code. */
function moneyFormat(currency: string, locale: string): Intl.NumberFormat | undefined {
  try {
    return new Intl.NumberFormat(regionOf(locale), {
      style: 'currency',
      currency,
      currencyDisplay: currency === 'INR' ? 'symbol' : 'code',
    })
  } catch {
    return undefined
  }
}
