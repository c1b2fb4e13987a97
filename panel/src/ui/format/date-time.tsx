import { useLingui } from '@lingui/react/macro'
import { useTrust } from '../base/trust.tsx'
import styles from './date-time.module.css'
import { UNKNOWN } from './money.tsx'

type Part = 'date' | 'time' | 'long-date' | 'month' | 'short-month'
type Style = Part | 'date-time'
type Options = Readonly<Record<Part, Intl.DateTimeFormatOptions>>

const MONTH = { month: 'long', year: 'numeric' } as const
const SHORT_MONTH = { month: 'short' } as const
const LONG_DATE = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
const ENGLISH: Options = {
  date: { day: '2-digit', month: 'short', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit', hour12: true },
  'long-date': LONG_DATE,
  month: MONTH,
  'short-month': SHORT_MONTH,
}
/** In other languages, as people say them: the month in full, and सुबह, दोपहर, शाम or रात with the time. */
const OTHERS: Options = {
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit', dayPeriod: 'short', hour12: true },
  'long-date': LONG_DATE,
  month: MONTH,
  'short-month': SHORT_MONTH,
}

/**
 * Formats a moment (UTC ISO 8601 or milliseconds), such as `21 Nov 2026` or `21 नवंबर 2026`. Returns
 * a dash for any other value.
 */
export function formatDate(moment: unknown, style: Style, timeZone: string, locale = 'en'): string {
  const date = toDate(moment)
  if (!date) return UNKNOWN
  const parts: Part[] = style === 'date-time' ? ['date', 'time'] : [style]
  const text = parts.map((part) => dateFormat(part, timeZone, locale).format(date)).join(', ')
  // Browsers differ in the case of am and pm. Capitals match the clock in the header.
  return text.replace(/\b(am|pm)\b/, (half) => half.toUpperCase())
}

/** Formats a day (`YYYY-MM-DD`), such as `21 Nov 2026` or `21 नवंबर 2026`. */
export function formatDay(day: string, locale: string): string {
  return formatDate(`${day}T00:00:00Z`, 'date', 'UTC', locale)
}

/** Formats a month (`YYYY-MM`), such as `November 2026` or `नवंबर 2026`. */
export function formatMonth(month: string, locale: string): string {
  return formatDate(`${month}-01T00:00:00Z`, 'month', 'UTC', locale)
}

/** Formats a month (`YYYY-MM`) without its year, such as `Nov` or `नव॰`. */
export function formatShortMonth(month: string, locale: string): string {
  return formatDate(`${month}-01T00:00:00Z`, 'short-month', 'UTC', locale)
}

/** The zone's name, such as India Standard Time. */
export function zoneName(timeZone: string, locale: string): string {
  const parts = cachedFormat('name', locale, { timeZoneName: 'long', timeZone }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

interface DateTimeProps {
  moment: unknown
  format?: Style
}

export function DateTime({ moment, format = 'date' }: DateTimeProps) {
  const { i18n } = useLingui()
  const { timeZone } = useTrust()
  const date = toDate(moment)
  const textOf = (style: Style) => formatDate(moment, style, timeZone, i18n.locale)
  return (
    <time className={styles[format]} dateTime={date?.toISOString()}>
      {date && format === 'date-time' ? (
        <>
          {textOf('date')}, <span className={styles.time}>{textOf('time')}</span>
        </>
      ) : (
        textOf(format)
      )}
    </time>
  )
}

function dateFormat(part: Part, timeZone: string, locale: string): Intl.DateTimeFormat {
  const options = locale === 'en' ? ENGLISH : OTHERS
  return cachedFormat(part, `${locale}-IN`, { ...options[part], timeZone })
}

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * `kind` stands for the options other than the zone. Creating a format is slow, and lists have
 * hundreds of dates.
 */
function cachedFormat(kind: string, region: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${kind} ${region} ${options.timeZone}`
  const format = formats.get(key) ?? makeFormat(region, options)
  formats.set(key, format)
  return format
}

/** The browser throws on an unknown time zone. */
function makeFormat(region: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(region, options)
  } catch {
    return new Intl.DateTimeFormat(region, { ...options, timeZone: 'Asia/Kolkata' })
  }
}

function toDate(moment: unknown): Date | undefined {
  if (typeof moment !== 'number' && (typeof moment !== 'string' || moment.trim() === '')) return undefined
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? undefined : date
}
