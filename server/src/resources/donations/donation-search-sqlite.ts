import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { gramQueries } from './donation-grams.ts'
import { BEYOND_RANKS } from './donation-places.ts'
import type { DonationSearch, Found } from './donation-search-terms.ts'

type FoundRow = Found['rows'][number] & { count: number; rank: number }

/** One statement, so that the count and the page are of one moment. */
export async function searchInSqlite(db: Db, search: DonationSearch, cap: number): Promise<Found> {
  const direction = sql.raw(search.sort === 'latest' ? 'desc' : 'asc')
  const count = sql`(select count from counted)`
  // Numbers arrive as floating point, and a division of such ones would not be whole.
  const limit = sql`cast(${search.limit} as integer)`
  const lastPage = sql`(min(${count}, cast(${cap} as integer)) + ${limit} - 1) / ${limit}`
  const before = search.page === 1 ? sql`0` : sql`(max(1, min(${search.page}, ${lastPage})) - 1) * ${limit}`
  const rows = await db
    .selectFrom(
      sql<FoundRow>`(
        with counted as materialized (select count(*) as count from (${ranks(search, cap + 1)}))
        select donations.*, hit.rank, ${count} as count
        from (
          select rank from (${ranks(search, cap)}) order by rank ${direction} limit ${limit} offset ${before}
        ) hit
        cross join donation_places on donation_places.rank = hit.rank
        cross join donations on donations.n = donation_places.n
      )`.as('found'),
    )
    .selectAll()
    .orderBy('rank', search.sort === 'latest' ? 'desc' : 'asc')
    .execute()
  return { rows, count: Math.min(rows[0]?.count ?? 0, cap + 1) }
}

/** The ranks of what is found, those that come first in the order asked for up to `limit`. */
function ranks({ needles, searchIn, status, span, sort }: DonationSearch, limit: number): RawBuilder<unknown> {
  const direction = sql.raw(sort === 'latest' ? 'desc' : 'asc')
  const within = span ? sql`and rowid >= ${firstRankFrom(span.from)} and rowid < ${firstRankFrom(span.to)}` : sql``
  const each = gramQueries(needles, { searchIn, status }).map(({ table, match }) => {
    const name = sql.table(table)
    return sql`select rowid as rank from ${name} where ${name} match ${match} ${within} order by rowid ${direction} limit ${limit}`
  })
  if (each.length === 1 && each[0]) return each[0]
  const all = sql.join(
    each.map((one) => sql`select rank from (${one})`),
    sql` union `,
  )
  return sql`${all} order by rank ${direction} limit ${limit}`
}

/** The rank of the first donation that is not before a moment; beyond all ranks when there is none. */
function firstRankFrom(moment: number): RawBuilder<unknown> {
  return sql`coalesce((
    select rank from donations cross join donation_places on donation_places.n = donations.n
    where deleted_at is null and created_at >= ${new Date(moment).toISOString()} order by created_at, id limit 1
  ), ${BEYOND_RANKS})`
}
