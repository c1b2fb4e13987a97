import type { DateSort } from '@sevadesk/contract/donations/donation-sort.ts'
import type { DayRange } from '@sevadesk/contract/donations/period.ts'

/** Where a page begins: after `offset` donations of `days`, in the order of the list. */
export interface PageStart {
  days: DayRange | undefined
  offset: number
}

/** These sort before and after every day. */
const FIRST_DAY = ''
const LAST_DAY = '9999-99'

/**
 * Skips the periods before a page, so that the database does not read their rows. `counts` are
 * oldest first. Also returns the period in which the page begins.
 */
export function skipPeriods(
  counts: readonly { period: string; count: number }[],
  { days = { from: FIRST_DAY, to: LAST_DAY }, offset }: PageStart,
  sort: DateSort,
): PageStart & { period: string | undefined } {
  let rest = offset
  let skipped: string | undefined
  for (const { period, count } of sort === 'latest' ? counts.toReversed() : counts) {
    if (count > rest) {
      const start = sort === 'latest' ? { from: days.from, to: skipped ?? days.to } : { from: period, to: days.to }
      return { days: start, offset: rest, period }
    }
    rest -= count
    skipped = period
  }
  return { days, offset, period: undefined }
}

/** Returns all days of a month, or the day itself. */
export function daysOf(period: string): DayRange {
  return { from: period, to: `${period}-99` }
}
