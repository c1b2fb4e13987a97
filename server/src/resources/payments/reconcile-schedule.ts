import { startOfZonedDay, zonedDay } from '@sevadesk/contract/zoned-time.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * How old an order is when Razorpay is asked about it. A bank may answer three days late; the last time is after the days within which
 * Razorpay gives back what was not captured.
 */
const LOOK_AGES_MS = [15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS, DAY_MS, 2 * DAY_MS, 3 * DAY_MS, 6 * DAY_MS]

/**
 * When to ask about an order after `now`; `undefined` when it has been asked about often enough. Also when a financial year begins in the
 * zone: what is not captured then, is money of the new year.
 */
export function nextLook(orderedAt: Date, now: Date, timeZone: string): Date | undefined {
  const age = LOOK_AGES_MS.find((each) => orderedAt.getTime() + each > now.getTime())
  if (age === undefined) return undefined
  const byAge = orderedAt.getTime() + age
  const newYear = startOfZonedDay({ year: zonedDay(byAge, timeZone).year, month: 4, day: 1 }, timeZone)
  return new Date(newYear > now.getTime() && newYear < byAge ? newYear : byAge)
}
