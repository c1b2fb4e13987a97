import { setImmediate } from 'node:timers/promises'
import type { ColumnSort } from '@sevadesk/contract/donations/donation-sort.ts'
import type { Db } from '../../../db/schema.ts'
import { readSnapshot } from '../../../db/snapshot.ts'
import type { DonationConditions } from '../donation-conditions-store.ts'
import { type FullDonation, listDonationsByNumber } from '../donation-store.ts'
import { countSearch, listSearch, usesFullText } from '../search/donation-search-service.ts'
import {
  listBySorting,
  listByWalking,
  listPositionsAfter,
  SORTED_MATCHES,
  type SortPosition,
} from './donation-sort-store.ts'

export interface SortedQuery {
  conditions: DonationConditions
  sort: ColumnSort
}

/** Returns a page of a list without a search. `total` is the number of its donations. */
export async function listSorted(
  db: Db,
  { conditions, sort }: SortedQuery,
  page: { total: number; offset: number; limit: number },
  threshold = SORTED_MATCHES,
): Promise<FullDonation[]> {
  return listDonationsByNumber(db, await listNumbers(db, { conditions, sort }, page, threshold))
}

function listNumbers(
  db: Db,
  { conditions, sort }: SortedQuery,
  { total, offset, limit }: { total: number; offset: number; limit: number },
  threshold: number,
): Promise<number[]> {
  if (total <= threshold) return listBySorting(db, conditions, { sort, offset, limit })
  const count = Math.min(limit, total - offset)
  const after = total - offset - count
  return after < offset
    ? listByWalking(db, conditions, { sort, offset: after, limit: count, fromEnd: true })
    : listByWalking(db, conditions, { sort, offset, limit })
}

/** Row numbers that one statement reads; SQLite blocks the server meanwhile. */
const NUMBERS_PER_READ = 5_000

interface ReadOptions {
  /** The number of donations of a query without a search. */
  total: number
  batch: number
  /** With more matches than this, the index of the sort is walked. */
  threshold?: number
  perRead?: number
}

/**
 * Iterates over all donations of a query in batches. One snapshot gives the row numbers in order, so
 * that no change of a donation repeats or omits it; each batch is a short read.
 */
export async function* readSorted(
  db: Db,
  query: SortedQuery,
  { batch, ...options }: ReadOptions,
): AsyncGenerator<FullDonation[]> {
  const numbers = await readSnapshot(db, (snapshot) => listAllNumbers(snapshot, query, options))
  for (let at = 0; at < numbers.length; at += batch) {
    yield await listDonationsByNumber(db, numbers.slice(at, at + batch))
    await setImmediate()
  }
}

async function listAllNumbers(
  snapshot: Db,
  { conditions, sort }: SortedQuery,
  { total, threshold = SORTED_MATCHES, perRead = NUMBERS_PER_READ }: Omit<ReadOptions, 'batch'>,
): Promise<number[]> {
  const count = conditions.query.length > 0 ? await countSearch(snapshot, conditions, threshold + 1) : total
  if (count <= threshold || usesFullText(snapshot, conditions)) {
    return listSearch(snapshot, conditions, { sort, offset: 0, limit: Number.MAX_SAFE_INTEGER, count })
  }
  const numbers: number[] = []
  for (let after: SortPosition | undefined, isOver = false; !isOver; await setImmediate()) {
    const positions = await listPositionsAfter(snapshot, after, { conditions, sort, limit: perRead })
    for (const { n } of positions) numbers.push(n)
    after = positions.at(-1)
    isOver = positions.length < perRead
  }
  return numbers
}
