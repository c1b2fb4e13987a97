import { useLingui } from '@lingui/react/macro'
import styles from './money.module.css'

/** What stands where a figure or a date could not be had; never a false zero. */
export const UNKNOWN = '—'

/**
 * An amount in the currency's smallest unit (paise) as people read it: `₹1,00,000.00`. Another currency shows its code. Answers a
 * dash for anything that isn't a number.
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

/** A count with Indian grouping: `1,00,000`. */
function formatNumber(value: number, locale = 'en', digits = 0): string {
  return new Intl.NumberFormat(regionOf(locale), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
}

/** The size of a file as people read it: `640 kB`, `2.4 MB`, `1.2 GB`; rounded up, so that one over a limit never looks like it. */
export function formatFileSize(bytes: number, locale = 'en'): string {
  return formatBytes(bytes, locale, Math.ceil)
}

/** The most that a file may have, as people read it: `25 MB`, `2 GB`. Rounded down, so that a file of this size is never too large. */
export function formatSizeLimit(bytes: number, locale = 'en'): string {
  return formatBytes(bytes, locale, Math.floor)
}

const BYTE_UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const

/** By 1024, as the server's limits are set; the kilobyte is the smallest unit and is never split. */
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

/** Money in figures of one width, so that columns line up. */
export function Money({ amount, currency }: MoneyProps) {
  const { i18n } = useLingui()
  return <span className={styles.money}>{formatMoney(amount, currency ?? undefined, i18n.locale)}</span>
}

/** A count in figures of one width. */
export function Count({ value }: { value: number }) {
  const { i18n } = useLingui()
  return <span className={styles.money}>{formatNumber(value, i18n.locale)}</span>
}

/** The size of a file, or of what has come of it, in figures of one width. */
export function FileSize({ bytes }: { bytes: number }) {
  const { i18n } = useLingui()
  return <span className={styles.money}>{formatFileSize(bytes, i18n.locale)}</span>
}

function regionOf(locale: string): string {
  return locale === 'hi' ? 'hi-IN' : 'en-IN'
}

/** A code that no currency can have (`undefined`) is still shown, beside a plain number. */
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
