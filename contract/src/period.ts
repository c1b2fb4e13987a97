import { startOfZonedDay, weekdayOf, zonedDay } from './zoned-time.ts'

/** The choices of the period filter, in the order of the screen (specification, section 2). */
export const PERIODS = ['all', 'today', 'week', 'month', 'year'] as const
export type Period = (typeof PERIODS)[number]

/** From `from` up to, not including, `to`: milliseconds since 1970. */
export interface Span {
  from: number
  to: number
}

/**
 * The span of a period in the trust's zone, half-open; `undefined` for all time. The week starts on Sunday, the month on the 1st, the
 * year on 1 January (specification, section 9; reading D6).
 */
export function periodSpan(period: Period, now: number, timeZone: string): Span | undefined {
  if (period === 'all') return undefined
  const today = zonedDay(now, timeZone)
  const { year, month, day } = today
  const between = (from: typeof today, to: typeof today): Span => ({
    from: startOfZonedDay(from, timeZone),
    to: startOfZonedDay(to, timeZone),
  })
  switch (period) {
    case 'today':
      return between(today, { year, month, day: day + 1 })
    case 'week': {
      const sunday = day - weekdayOf(today)
      return between({ year, month, day: sunday }, { year, month, day: sunday + 7 })
    }
    case 'month':
      return between({ year, month, day: 1 }, { year, month: month + 1, day: 1 })
    case 'year':
      return between({ year, month: 1, day: 1 }, { year: year + 1, month: 1, day: 1 })
  }
}

/** Whether a moment (UTC ISO 8601) lies in a span; what is no moment lies in none but all time. */
export function isWithin(moment: string | null | undefined, span: Span | undefined): boolean {
  if (span === undefined) return true
  const at = Date.parse(moment ?? '')
  return at >= span.from && at < span.to
}
