import { useLingui } from '@lingui/react/macro'
import type { DayFault } from './typed-day.ts'

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
