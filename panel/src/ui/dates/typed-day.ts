import { useLingui } from '@lingui/react/macro'
import { toPlainForm } from '@sevadesk/contract/base/normalise-text.ts'

export type DayFault = 'missing' | 'format' | 'no-such-day' | 'year'

interface TypedDay {
  /** `YYYY-MM-DD` */
  day?: string
  fault?: DayFault
}

/**
 * Reads a typed date in the order day, month, year: `1/4/2026`, `01-04-26`, `01042026`. Accepts
 * the digits of every script. A year of two digits is in this century.
 */
export function parseTypedDay(text: string, [firstYear, lastYear]: readonly [number, number]): TypedDay {
  const typed = toPlainForm(text)
  if (typed === '') return { fault: 'missing' }
  const parts =
    /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(typed) ?? /^(\d{1,2})[\s./-]+(\d{1,2})[\s./-]+(\d{1,4})$/.exec(typed)
  if (!parts) return { fault: 'format' }
  const [date = 0, month = 0, typedYear = 0] = parts.slice(1).map(Number)
  const year = parts[3]?.length === 2 ? 2000 + typedYear : typedYear
  if (year < firstYear || year > lastYear) return { fault: 'year' }
  const day = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(date).padStart(2, '0')].join('-')
  const at = Date.parse(`${day}T00:00:00Z`)
  const exists = !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
  return exists ? { day } : { fault: 'no-such-day' }
}

/** `2026-04-01` as a person types it: `01/04/2026`. Any other text stays. */
export function typedDay(day: string): string {
  return day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1')
}

/** What to tell a person whose typed date is none. `years` are the first and the last year. */
export function useDaySentences([first, last]: readonly [number, number]): Record<DayFault, string> {
  const { t } = useLingui()
  return {
    missing: t`Enter a date.`,
    format: t`Enter the date as day, month, year, such as 01/04/2026.`,
    'no-such-day': t`There is no such day. Check day and month.`,
    year: t`Enter a year from ${first} to ${last}.`,
  }
}
