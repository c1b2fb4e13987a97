import type { MatchSummary } from '@sevadesk/contract/donation-schemas.ts'
import type { Page } from '@sevadesk/contract/page.ts'
import { isPostgres } from '../../../db/engine.ts'
import type { Db } from '../../../db/schema.ts'
import { readSnapshot } from '../../../db/snapshot.ts'
import type { DonationConditions } from '../donation-conditions-store.ts'
import { type FullDonation, listDonationsByNumber, type Sort } from '../donation-store.ts'
import { countByFullText, isFullTextQuery, listByFullText, sumByFullText } from './donation-full-text-store.ts'
import { countByScan, listByScan, sumByScan } from './donation-scan-store.ts'

/**
 * Searches count and page at most this many matches: a thousand pages are enough, and counting all
 * matches of a million donations is slow.
 */
export const SEARCH_CAP = 10_000

export interface SearchRequest {
  conditions: DonationConditions
  sort: Sort
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
  const [countMatches, listMatches] = usesFullText(db, conditions)
    ? [countByFullText, listByFullText]
    : [countByScan, listByScan]
  return readSnapshot(db, async (snapshot) => {
    const count = await countMatches(snapshot, conditions, cap + 1)
    const total = Math.min(count, cap)
    const existing = Math.min(page, Math.max(1, Math.ceil(total / limit)))
    const offset = (existing - 1) * limit
    const options = { sort, offset, limit: Math.min(limit, total - offset), count }
    const numbers = count === 0 ? [] : await listMatches(snapshot, conditions, options)
    return {
      rows: await listDonationsByNumber(snapshot, numbers),
      total,
      isCapped: count > cap,
      page: existing,
    }
  })
}

/** Returns the figures of a search; with more than `cap` matches, only that there are more. */
export async function summarizeSearch(db: Db, conditions: DonationConditions, cap = SEARCH_CAP): Promise<MatchSummary> {
  const sumMatches = usesFullText(db, conditions) ? sumByFullText : sumByScan
  const { count, ...sums } = await sumMatches(db, conditions, cap + 1)
  if (count > cap) return { count: cap, isCapped: true, successfulCount: null, successfulAmount: null }
  return { count, isCapped: false, ...sums }
}

function usesFullText(db: Db, { query }: DonationConditions): boolean {
  return !isPostgres(db) && isFullTextQuery(query)
}
