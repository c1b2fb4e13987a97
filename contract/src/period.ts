import { type CalendarDay, startOfZonedDay, weekdayOf, zonedDay } from './zoned-time.ts'

/** The choices of the period filter, in the order of the screen (specification, section 2). */
export const PERIODS = ['all', 'today', 'week', 'month', 'year'] as const
export type Period = (typeof PERIODS)[number]

/** Half-open, in milliseconds since 1970. */
export interface TimeRange {
  from: number
  to: number
}

/** Half-open, as `YYYY-MM-DD` in the trust's zone. */
export interface DayRange {
  from: string
  to: string
}

/** Returns the time range of a period in the trust's zone; `undefined` for all time. */
export function periodRange(period: Period, now: number, timeZone: string): TimeRange | undefined {
  const days = calendarRange(period, now, timeZone)
  return days && { from: startOfZonedDay(days.from, timeZone), to: startOfZonedDay(days.to, timeZone) }
}

/** Returns the local days of a period in the trust's zone; `undefined` for all time. */
export function periodDays(period: Period, now: number, timeZone: string): DayRange | undefined {
  const days = calendarRange(period, now, timeZone)
  return days && { from: dayText(days.from), to: dayText(days.to) }
}

/**
 * Weeks start on Sunday, months on the 1st, years on 1 January (specification, section 9). `day`
 * and `month` may exceed their calendar range.
 */
function calendarRange(
  period: Period,
  now: number,
  timeZone: string,
): { from: CalendarDay; to: CalendarDay } | undefined {
  if (period === 'all') return undefined
  const today = zonedDay(now, timeZone)
  const { year, month, day } = today
  switch (period) {
    case 'today':
      return { from: today, to: { year, month, day: day + 1 } }
    case 'week': {
      const sunday = day - weekdayOf(today)
      return { from: { year, month, day: sunday }, to: { year, month, day: sunday + 7 } }
    }
    case 'month':
      return { from: { year, month, day: 1 }, to: { year, month: month + 1, day: 1 } }
    case 'year':
      return { from: { year, month: 1, day: 1 }, to: { year: year + 1, month: 1, day: 1 } }
  }
}

function dayText({ year, month, day }: CalendarDay): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}

/**
 * Whether a time (UTC ISO 8601) lies in a range; always true for the range `undefined`. An invalid
 * time lies in no other range.
 */
export function isWithin(time: string | null | undefined, range: TimeRange | undefined): boolean {
  if (range === undefined) return true
  const at = Date.parse(time ?? '')
  return at >= range.from && at < range.to
}
