import { type CalendarDay, startOfZonedDay, weekdayOf, zonedDay } from '../base/zoned-time.ts'

/** The choices of the period filter, in the order of the screen (specification, section 2). */
export const SPECIFIED_PERIODS = ['all', 'today', 'week', 'month', 'year'] as const

/** The choices on a server of level 1. Financial years and their quarters start on 1 April. */
export const PERIODS = [
  ...SPECIFIED_PERIODS,
  'last-month',
  'quarter',
  'last-quarter',
  'financial-year',
  'last-financial-year',
] as const
export type Period = (typeof PERIODS)[number]

/** A period or chosen days. With `from` and `to` the period is not used. */
export interface RangeFilter {
  period?: Period
  /** The first and the last day, `YYYY-MM-DD` in the trust's zone. One alone is not used. */
  from?: string
  to?: string
}

/** The trust's zone and the current time in milliseconds since 1970. */
export interface Clock {
  now: number
  timeZone: string
}

/** The days that `from` and `to` may be, both included. */
export const FIRST_DAY = '1900-01-01'
export const LAST_DAY = '2100-12-31'

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

/** Returns the time range of a filter; `undefined` for all time. */
export function filterRange(filter: RangeFilter, clock: Clock): TimeRange | undefined {
  const days = calendarRange(filter, clock)
  const { timeZone } = clock
  return days && { from: startOfZonedDay(days.from, timeZone), to: startOfZonedDay(days.to, timeZone) }
}

/** Returns the local days of a filter; `undefined` for all time. */
export function filterDays(filter: RangeFilter, clock: Clock): DayRange | undefined {
  const days = calendarRange(filter, clock)
  return days && { from: dayText(days.from), to: dayText(days.to) }
}

/** Whether a text is a day of the calendar as `YYYY-MM-DD`, from `FIRST_DAY` to `LAST_DAY`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST_DAY || text > LAST_DAY) return false
  return dayText(parseDay(text)) === text
}

/** Returns which of two days is wrong; `order` if the first is after the last. */
export function faultOfDays(from: string, to: string): 'from' | 'to' | 'order' | undefined {
  if (!isDay(from)) return 'from'
  if (!isDay(to)) return 'to'
  return from > to ? 'order' : undefined
}

interface CalendarRange {
  from: CalendarDay
  to: CalendarDay
}

function calendarRange({ period = 'all', from, to }: RangeFilter, { now, timeZone }: Clock): CalendarRange | undefined {
  if (from === undefined || to === undefined) return periodRange(period, zonedDay(now, timeZone))
  const last = parseDay(to)
  return { from: parseDay(from), to: { ...last, day: last.day + 1 } }
}

/**
 * Weeks start on Sunday, months on the 1st, years on 1 January (specification, section 9). `day`
 * and `month` may exceed their calendar range.
 */
function periodRange(period: Period, today: CalendarDay): CalendarRange | undefined {
  const { year, month, day } = today
  const months = (start: number, count: number) => ({
    from: { year, month: start, day: 1 },
    to: { year, month: start + count, day: 1 },
  })
  const quarter = month - ((month - 1) % 3)
  const april = month >= 4 ? 4 : 4 - 12
  switch (period) {
    case 'all':
      return undefined
    case 'today':
      return { from: today, to: { year, month, day: day + 1 } }
    case 'week': {
      const sunday = day - weekdayOf(today)
      return { from: { year, month, day: sunday }, to: { year, month, day: sunday + 7 } }
    }
    case 'month':
      return months(month, 1)
    case 'year':
      return months(1, 12)
    case 'last-month':
      return months(month - 1, 1)
    case 'quarter':
      return months(quarter, 3)
    case 'last-quarter':
      return months(quarter - 3, 3)
    case 'financial-year':
      return months(april, 12)
    case 'last-financial-year':
      return months(april - 12, 12)
  }
}

function parseDay(text: string): CalendarDay {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return { year, month, day }
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
