/** Query key prefix of donations and their totals. */
export const DONATIONS_KEY = ['donations'] as const

/** Query key prefix of donor records, which list and sum their donations. */
export const DONORS_KEY = ['donors'] as const

/** What a change of a donation invalidates. */
export const DONATION_STALE_KEYS = [DONATIONS_KEY, DONORS_KEY] as const

/** Query key prefix of the lists and of the texts that are mapped to them. */
export const LISTS_KEY = ['lists']

/**
 * What a change of the lists or of a mapping invalidates: donations are named and grouped by them.
 */
export const LISTS_STALE_KEYS = [LISTS_KEY, ...DONATION_STALE_KEYS]
