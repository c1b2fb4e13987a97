import { isPostgres } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import { foldDonations } from './donation-fold.ts'
import type { DonationPage } from './donation-page.ts'
import { searchInPostgres } from './donation-search-postgres.ts'
import { searchInSqlite } from './donation-search-sqlite.ts'
import { type DonationSearch, SEARCH_CAP } from './donation-search-terms.ts'
import { toDonation } from './donation-store.ts'

/**
 * A page of the living donations that a search and its filters find, exactly in order; a page beyond the last is the last. No more
 * than `cap` are counted and paged through.
 */
export async function pageBySearch(db: Db, search: DonationSearch, cap = SEARCH_CAP): Promise<DonationPage> {
  await foldDonations(db)
  const { rows, count } = isPostgres(db)
    ? await readSnapshot(db, (snapshot) => searchInPostgres(snapshot, search, cap))
    : await searchInSqlite(db, search, cap)
  const total = Math.min(count, cap)
  const lastPage = Math.max(1, Math.ceil(total / search.limit))
  return {
    donations: rows.map(toDonation),
    total,
    isCapped: count > cap,
    page: Math.min(search.page, lastPage),
  }
}
