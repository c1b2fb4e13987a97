import type { Page } from '@sevadesk/contract/base/page.ts'
import type { MatchSummary } from '@sevadesk/contract/donations/donation-schemas.ts'
import { type ColumnSort, type DonationSort, isDateSort } from '@sevadesk/contract/donations/donation-sort.ts'
import { isPostgres } from '../../../db/engine.ts'
import type { Db } from '../../../db/schema.ts'
import { readSnapshot } from '../../../db/snapshot.ts'
import type { DonationConditions } from '../donation-conditions-store.ts'
import { type FullDonation, listDonationsByNumber } from '../donation-store.ts'
import {
  FIRST_ENTRIES,
  listBySorting,
  listByWalking,
  listFromFirst,
  SORTED_MATCHES,
} from '../sorting/donation-sort-store.ts'
import {
  countByFullText,
  isFullTextQuery,
  listByFullText,
  listSortedByFullText,
  sumByFullText,
} from './donation-full-text-store.ts'
import { countByScan, listByScan, sumByScan } from './donation-scan-store.ts'

/**
 * Searches count and page at most this many matches: a thousand pages are enough, and counting all
 * matches of a million donations is slow.
 */
export const SEARCH_CAP = 10_000

export interface SearchRequest {
  conditions: DonationConditions
  sort: DonationSort
  /** From 1. */
  page: number
  limit: number
}

/** Returns a page of a search. A number beyond the last page returns the last page. */
export async function searchPage(
  db: Db,
  { conditions, sort, page, limit }: SearchRequest,
  cap = SEARCH_CAP,
): Promise<Page<FullDonation>> {
  return readSnapshot(db, async (snapshot) => {
    const count = await countSearch(snapshot, conditions, cap + 1)
    const total = Math.min(count, cap)
    const existing = Math.min(page, Math.max(1, Math.ceil(total / limit)))
    const offset = (existing - 1) * limit
    const options = { sort, offset, limit: Math.min(limit, total - offset), count }
    const numbers = count === 0 ? [] : await listSearch(snapshot, conditions, options)
    return {
      rows: await listDonationsByNumber(snapshot, numbers),
      total,
      isCapped: count > cap,
      page: existing,
    }
  })
}

/** Counts the matches of a search, up to `limit`. */
export function countSearch(db: Db, conditions: DonationConditions, limit: number): Promise<number> {
  return (usesFullText(db, conditions) ? countByFullText : countByScan)(db, conditions, limit)
}

/** Returns the row numbers of one page of a search with `count` matches or more. */
export function listSearch(
  db: Db,
  conditions: DonationConditions,
  { sort, count, ...range }: { sort: DonationSort; offset: number; limit: number; count: number },
  threshold = SORTED_MATCHES,
): Promise<number[]> {
  const isFullText = usesFullText(db, conditions)
  if (isDateSort(sort)) {
    return (isFullText ? listByFullText : listByScan)(db, conditions, { sort, count, ...range })
  }
  if (isFullText) return listSortedMatches(db, conditions, { sort, count, ...range }, threshold)
  return (count > threshold ? listByWalking : listBySorting)(db, conditions, { sort, ...range })
}

/**
 * Many matches are often near the start of the index. If not, they are sorted: walking would read the
 * whole index when they are at its other end, as names are in their order.
 */
async function listSortedMatches(
  db: Db,
  conditions: DonationConditions,
  { sort, count, ...range }: { sort: ColumnSort; offset: number; limit: number; count: number },
  threshold: number,
): Promise<number[]> {
  if (count > threshold && range.offset + range.limit <= FIRST_ENTRIES) {
    const page = await listFromFirst(db, conditions, { sort, ...range })
    if (page.length === range.limit) return page
  }
  return listSortedByFullText(db, conditions, { sort, ...range })
}

/** Returns the figures of a search; with more than `cap` matches, only that there are more. */
export async function summarizeSearch(db: Db, conditions: DonationConditions, cap = SEARCH_CAP): Promise<MatchSummary> {
  const sumMatches = usesFullText(db, conditions) ? sumByFullText : sumByScan
  const { count, ...sums } = await sumMatches(db, conditions, cap + 1)
  if (count > cap) return { count: cap, isCapped: true, successfulCount: null, successfulAmount: null }
  return { count, isCapped: false, ...sums }
}

/** Whether SQLite's full-text table finds the candidates. */
export function usesFullText(db: Db, { query }: DonationConditions): boolean {
  return !isPostgres(db) && isFullTextQuery(query)
}
