import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { isMeant } from './donation-filter.ts'
import type { DonationSearch, Found } from './donation-search-terms.ts'

/** Up to so many are all taken by the trigram index and put in order; of more, the index by time finds a page sooner. */
const FEW = 1000

export async function searchInPostgres(db: Db, search: DonationSearch, cap: number): Promise<Found> {
  const { limit, sort } = search
  const meant = db.selectFrom('donations').where(isMeant(db, search))
  const { count, isUnfolded } = await db
    .selectFrom(
      meant
        .select('n')
        .limit(cap + 1)
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<boolean>`exists (select 1 from donations where search_donor is null)`.as('isUnfolded'))
    .executeTakeFirstOrThrow()
  if (count === 0) return { rows: [], count, isUnfolded }

  const total = Math.min(count, cap)
  const before = (Math.min(search.page, Math.ceil(total / limit)) - 1) * limit
  // Behind a fence the planner cannot walk the index by time in the hope of meeting ten of these few soon.
  const taken =
    count <= FEW ? db.selectFrom(sql<Found['rows'][number]>`(${meant.selectAll()} offset 0)`.as('donations')) : meant
  const direction = sort === 'latest' ? 'desc' : 'asc'
  const rows = await taken
    .selectAll()
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(Math.min(limit, total - before))
    .offset(before)
    .execute()
  return { rows, count, isUnfolded }
}
