const MINUTE_MS = 60_000
/** Clocks differ; one that is further off is not believed. */
const CLOCK_SKEW_MS = 10 * MINUTE_MS
/** So long after they begin, a donor may still be paying. */
const JUST_NOW_MS = 5 * MINUTE_MS

interface KnownTimes {
  /** When it was captured, by Razorpay, if that is told. */
  toldAt: Date | null
  /** When the donor began to pay, by Razorpay. */
  begunAt: Date | null
  /** When Razorpay last told that the payment was not captured yet, if it ever did. */
  uncapturedAt: Date | null
  /** When the donation was made here: nothing is captured before that. */
  orderedAt: Date
}

/**
 * The moment at which the money became the trust's: the receipt's date and financial year follow it. Razorpay tells it with its word of
 * the capture, which may reach us hours late. A payment that we ask for does not carry it: then it is the earliest at which it can have
 * been, since most captures follow within seconds: when the donor began to pay, or when the payment was last known not to be captured,
 * whichever is later. It is now when nothing is known. Times that cannot be are left out.
 */
export function captureTime({ toldAt, begunAt, uncapturedAt, orderedAt }: KnownTimes, now: Date): Date {
  const canBe = (time: Date | null): time is Date =>
    time !== null &&
    time.getTime() >= orderedAt.getTime() - CLOCK_SKEW_MS &&
    time.getTime() <= now.getTime() + CLOCK_SKEW_MS
  if (canBe(toldAt)) return toldAt
  const earliest = Math.max(...[begunAt, uncapturedAt].filter(canBe).map((time) => time.getTime()))
  return Number.isFinite(earliest) ? new Date(earliest) : now
}

/** When a payment was captured of which the donor's page sends word as soon as they have paid; null for word that comes late. */
export function paidJustNow(begunAt: Date | null, now: Date): Date | null {
  return begunAt !== null && now.getTime() - begunAt.getTime() <= JUST_NOW_MS ? now : null
}
