/** Query key prefix of donations and their totals. */
export const DONATIONS_KEY = ['donations'] as const

/** Query key prefix of donor records, which list and sum their donations. */
export const DONORS_KEY = ['donors'] as const

/** What a change of a donation invalidates. */
export const DONATION_STALE_KEYS = [DONATIONS_KEY, DONORS_KEY] as const
