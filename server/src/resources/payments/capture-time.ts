const MINUTE_MS = 60_000
/** Clocks differ; one that is further off is not believed. */
const CLOCK_SKEW_MS = 10 * MINUTE_MS
/** A payment that was begun so lately was captured while we looked. */
const JUST_NOW_MS = 5 * MINUTE_MS

interface KnownTimes {
  /** When Razorpay sent word of the capture, if that is how we know. */
  toldAt: Date | null
  /** When the donor began to pay, by Razorpay. */
  begunAt: Date | null
  /** When the donation was made here: nothing is captured before that. */
  orderedAt: Date
}

/**
 * The moment at which the money became the trust's: the receipt's date and financial year follow it. Razorpay tells it with its word of
 * the capture, which may reach us hours late. A payment that we ask for does not carry it: then it is now when the donor is just paying,
 * else the moment at which they began to, since a capture follows within seconds. Times that cannot be are left out.
 */
export function captureTime({ toldAt, begunAt, orderedAt }: KnownTimes, now: Date): Date {
  const canBe = (time: Date | null): time is Date =>
    time !== null &&
    time.getTime() >= orderedAt.getTime() - CLOCK_SKEW_MS &&
    time.getTime() <= now.getTime() + CLOCK_SKEW_MS
  if (canBe(toldAt)) return toldAt
  const isLongAgo = canBe(begunAt) && now.getTime() - begunAt.getTime() > JUST_NOW_MS
  return isLongAgo ? begunAt : now
}
