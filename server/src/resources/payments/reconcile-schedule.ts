import { startOfZonedDay, zonedDay } from '@sevadesk/contract/base/zoned-time.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * Ages of an order at which Razorpay is queried. A bank may respond three days late. By the last
 * query, Razorpay has refunded every payment that was not captured.
 */
const RECONCILE_AGES_MS = [
  15 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  2 * DAY_MS,
  3 * DAY_MS,
  6 * DAY_MS,
  7 * DAY_MS,
]

/**
 * Returns the time of an order's next query after `now`; `undefined` after the last. Also queries
 * at the start of a financial year: a payment not captured by then belongs to the new year.
 */
export function nextReconcileTime(orderedAt: Date, now: Date, timeZone: string): Date | undefined {
  const age = RECONCILE_AGES_MS.find((each) => orderedAt.getTime() + each > now.getTime())
  if (age === undefined) return undefined
  const byAge = orderedAt.getTime() + age
  const newYear = startOfZonedDay({ year: zonedDay(byAge, timeZone).year, month: 4, day: 1 }, timeZone)
  return new Date(newYear > now.getTime() && newYear < byAge ? newYear : byAge)
}
