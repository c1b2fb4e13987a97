const MINUTE_MS = 60_000
/** Accepted difference between Razorpay's clock and ours. */
const CLOCK_SKEW_MS = 10 * MINUTE_MS
/** A donor may take this long to pay. */
const RECENT_MS = 5 * MINUTE_MS

interface PaymentTimes {
  /** The capture, as Razorpay's event reports it. */
  reportedAt: Date | null
  /** When the donor started to pay. */
  startedAt: Date | null
  /** The last time at which Razorpay reported the payment as not captured. */
  uncapturedAt: Date | null
  /** When our donation was created. */
  orderedAt: Date
}

/**
 * When the money became the trust's: date and financial year of the receipt follow it. Razorpay's
 * events carry the time, fetched payments do not. Then it is the earliest possible time, since most
 * captures follow within seconds: the later of `startedAt` and `uncapturedAt`, else now. Ignores
 * implausible times.
 */
export function captureTime({ reportedAt, startedAt, uncapturedAt, orderedAt }: PaymentTimes, now: Date): Date {
  const isPlausible = (time: Date | null): time is Date =>
    time !== null &&
    time.getTime() >= orderedAt.getTime() - CLOCK_SKEW_MS &&
    time.getTime() <= now.getTime() + CLOCK_SKEW_MS
  if (isPlausible(reportedAt)) return reportedAt
  const earliest = Math.max(...[startedAt, uncapturedAt].filter(isPlausible).map((time) => time.getTime()))
  return Number.isFinite(earliest) ? new Date(earliest) : now
}

/**
 * Now, for a payment that started within the last minutes, as reported by the donor's page; else
 * null.
 */
export function captureTimeIfRecent(startedAt: Date | null, now: Date): Date | null {
  return startedAt !== null && now.getTime() - startedAt.getTime() <= RECENT_MS ? now : null
}
