import { useLingui } from '@lingui/react/macro'
import type { DayFault } from '../../ui/dates/typed-day.ts'

/** Says what is wrong with a typed day. */
export function useDayFault(): (fault: DayFault, years: readonly [number, number]) => string {
  const { t } = useLingui()
  return (fault, [first, last]) => {
    const sentences: Record<DayFault, string> = {
      missing: t`Enter a date.`,
      format: t`Enter the date as day, month, year, such as 01/04/2026.`,
      'no-such-day': t`There is no such day. Check day and month.`,
      year: t`Enter a year from ${first} to ${last}.`,
    }
    return sentences[fault]
  }
}
