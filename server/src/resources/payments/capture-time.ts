const MINUTE_MS = 60_000
/** Accepted difference between Razorpay's clock and ours. */
const CLOCK_SKEW_MS = 10 * MINUTE_MS
/** A payment that started at most this long ago was captured about now. */
const RECENT_MS = 5 * MINUTE_MS

interface PaymentTimes {
  /** Capture time reported by Razorpay. */
  reportedAt: Date | null
  /** When the donor started to pay. */
  startedAt: Date | null
  /** The last time at which Razorpay reported the payment as not captured. */
  uncapturedAt: Date | null
  /** When the donation was created. */
  orderedAt: Date
}

/**
 * Returns the capture time, which sets the receipt's date and financial year. Razorpay's events
 * report it, fetched payments do not. If unreported, returns the earliest possible time, since most
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

/** For a payment reported by the donor's page: now if it started within RECENT_MS, else null. */
export function captureTimeIfRecent(startedAt: Date | null, now: Date): Date | null {
  return startedAt !== null && now.getTime() - startedAt.getTime() <= RECENT_MS ? now : null
}
