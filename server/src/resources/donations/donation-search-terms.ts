import type { Selectable } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import type { DonationConditions } from './donation-filter.ts'

/** What is looked for, in which order, and which page of it: from 1, of `limit` donations. There is at least one needle. */
export interface DonationSearch extends DonationConditions {
  sort: 'latest' | 'oldest'
  page: number
  limit: number
}

/** The rows of a page, in order, and how many there are in all, counted up to one more than the cap; all of one moment. */
export interface Found {
  rows: Selectable<Tables['donations']>[]
  count: number
  /** Whether donations were yet to be folded, which a search does not find. */
  isUnfolded: boolean
}

/** More are counted as so many, and not paged through: nobody reads a thousand pages, and counting all of a million takes its time. */
export const SEARCH_CAP = 10_000
