import { DONATION_STALE_KEYS } from './donation-keys.ts'

/** Query key prefix of the lists and of the texts that are mapped to them. */
export const LISTS_KEY = ['lists']

/**
 * What a change of the lists or of a mapping invalidates: donations are named and grouped by them.
 */
export const LISTS_STALE_KEYS = [LISTS_KEY, ...DONATION_STALE_KEYS]
