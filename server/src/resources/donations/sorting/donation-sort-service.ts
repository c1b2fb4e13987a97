import { setImmediate } from 'node:timers/promises'
import type { ColumnSort } from '@sevadesk/contract/donation-sort.ts'
import type { Db } from '../../../db/schema.ts'
import type { DonationConditions } from '../donation-conditions-store.ts'
import { type FullDonation, listDonationsByNumber } from '../donation-store.ts'
import { countSearch, listSearch } from '../search/donation-search-service.ts'
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
  { total, offset, limit }: { total: number; offset: number; limit: number },
): Promise<FullDonation[]> {
  return listDonationsByNumber(db, await listNumbers(db, { conditions, sort }, { total, offset, limit }))
}

function listNumbers(
  db: Db,
  { conditions, sort }: SortedQuery,
  { total, offset, limit }: { total: number; offset: number; limit: number },
): Promise<number[]> {
  if (total <= SORTED_MATCHES) return listBySorting(db, conditions, { sort, offset, limit })
  const count = Math.min(limit, total - offset)
  const after = total - offset - count
  return after < offset
    ? listByWalking(db, conditions, { sort, offset: after, limit: count, fromEnd: true })
    : listByWalking(db, conditions, { sort, offset, limit })
}

/**
 * Iterates over all donations of a query in batches of short reads. Few matches are sorted once;
 * many are read from the index of the sort.
 */
export async function* readSorted(
  db: Db,
  { conditions, sort }: SortedQuery,
  { total, batch }: { total: number; batch: number },
): AsyncGenerator<FullDonation[]> {
  const isSearch = conditions.query.length > 0
  const count = isSearch ? await countSearch(db, conditions, SORTED_MATCHES + 1) : total
  if (count <= SORTED_MATCHES) {
    const whole = { sort, offset: 0, limit: SORTED_MATCHES, count }
    const numbers = isSearch ? await listSearch(db, conditions, whole) : await listBySorting(db, conditions, whole)
    for (let at = 0; at < numbers.length; at += batch) {
      yield await listDonationsByNumber(db, numbers.slice(at, at + batch))
      await setImmediate()
    }
    return
  }
  for (let after: SortPosition | undefined, isOver = false; !isOver; ) {
    const positions = await listPositionsAfter(db, after, { conditions, sort, limit: batch })
    after = positions.at(-1)
    isOver = positions.length < batch
    const donations = await listDonationsByNumber(
      db,
      positions.map(({ n }) => n),
    )
    if (donations.length > 0) yield donations
    await setImmediate()
  }
}
