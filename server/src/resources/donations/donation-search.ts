import { isPostgres } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import { foldDonations } from './donation-fold.ts'
import type { DonationPage } from './donation-page.ts'
import { searchInPostgres } from './donation-search-postgres.ts'
import { searchInSqlite } from './donation-search-sqlite.ts'
import { type DonationSearch, type Found, SEARCH_CAP } from './donation-search-terms.ts'
import { toDonation } from './donation-store.ts'

/** Where donations are written all the time, a search takes what is there in the end. */
const TRIES = 3

/**
 * A page of the living donations that a search and its filters find, exactly in order; a page beyond the last is the last. No more
 * than `cap` are counted and paged through.
 */
export async function pageBySearch(db: Db, search: DonationSearch, cap = SEARCH_CAP): Promise<DonationPage> {
  let found = await find(db, search, cap)
  for (let tried = 1; found.isUnfolded && tried < TRIES; tried += 1) {
    await foldDonations(db)
    found = await find(db, search, cap)
  }
  const { rows, count } = found
  const total = Math.min(count, cap)
  const lastPage = Math.max(1, Math.ceil(total / search.limit))
  return {
    donations: rows.map(toDonation),
    total,
    isCapped: count > cap,
    page: Math.min(search.page, lastPage),
  }
}

/** What is folded already, and whether that is all: to be asked beforehand would be a statement more, and of another moment. */
async function find(db: Db, search: DonationSearch, cap: number): Promise<Found> {
  if (!isPostgres(db)) return searchInSqlite(db, search, cap)
  return readSnapshot(db, (snapshot) => searchInPostgres(snapshot, search, cap))
}
