import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { gramQueries } from './donation-grams.ts'
import { BEYOND_RANKS } from './donation-places.ts'
import type { DonationSearch, Found } from './donation-search-terms.ts'

/** Where nothing is found, there is one row without a donation. */
type FoundRow = Found['rows'][number] & { count: number; unfolded: 0 | 1; rank: number }

/** One statement, so that all it tells is of one moment. */
export async function searchInSqlite(db: Db, search: DonationSearch, cap: number): Promise<Found> {
  // Numbers arrive as floating point, and a division of such ones would not be whole.
  const limit = sql`cast(${search.limit} as integer)`
  const total = sql`min((select count from counted), ${sql.lit(cap)})`
  const before = sql`(max(1, min(${search.page}, (${total} + ${limit} - 1) / ${limit})) - 1) * ${limit}`
  const offset = search.page === 1 ? sql`0` : before
  const rows = await db
    .selectFrom(
      sql<FoundRow>`(
        with counted as materialized (${countUpTo(cap + 1, search)})
        select donations.*, hit.rank, state.unfolded,
          case when hit.rank is null then 0 else (select count from counted) end as count
        from (select exists (select 1 from donations where search_donor is null) as unfolded) state
        left join (${ranksInOrder(search, cap)} limit min(${limit}, ${sql.lit(cap)} - ${offset}) offset ${offset}) hit
        left join donation_places on donation_places.rank = hit.rank
        left join donations on donations.n = donation_places.n
      )`.as('found'),
    )
    .selectAll()
    .orderBy('rank', search.sort === 'latest' ? 'desc' : 'asc')
    .execute()
  const { count, unfolded } = rows[0] ?? { count: 0, unfolded: 0 }
  return { rows: count > 0 ? rows : [], count, isUnfolded: unfolded === 1 }
}

/** SQLite tells a full-text table its limit when it prepares a statement: were that a parameter, it would prepare it anew for each search. */
function countUpTo(most: number, search: DonationSearch): RawBuilder<unknown> {
  const limit = sql.lit(most)
  const each = ranksPerNeedle(search).map((ranks) => sql`select rank from (${ranks} limit ${limit})`)
  return sql`select min(count(*), ${limit}) as count from (${sql.join(each, sql` union `)})`
}

/** Of one needle the tables give the ranks in order, and no more than are asked for. Of two, the first `cap` of each hold the first of both. */
function ranksInOrder(search: DonationSearch, cap: number): RawBuilder<unknown> {
  const direction = sql.raw(search.sort === 'latest' ? 'desc' : 'asc')
  const each = ranksPerNeedle(search).map((ranks) => sql`${ranks} order by rowid ${direction}`)
  if (each.length === 1 && each[0]) return each[0]
  const both = each.map((ranks) => sql`select rank from (${ranks} limit ${sql.lit(cap)})`)
  return sql`${sql.join(both, sql` union `)} order by rank ${direction}`
}

function ranksPerNeedle({ needles, searchIn, status, span }: DonationSearch): RawBuilder<unknown>[] {
  const within = span ? sql`and rowid >= ${firstRankFrom(span.from)} and rowid < ${firstRankFrom(span.to)}` : sql``
  return gramQueries(needles, { searchIn, status }).map(
    ({ table, match }) =>
      sql`select rowid as rank from ${sql.table(table)} where ${sql.table(table)} match ${match} ${within}`,
  )
}

/** The rank of the first donation that is not before a moment; beyond all ranks when there is none. */
function firstRankFrom(moment: number): RawBuilder<unknown> {
  return sql`coalesce((
    select rank from donations cross join donation_places on donation_places.n = donations.n
    where deleted_at is null and created_at >= ${new Date(moment).toISOString()} order by created_at, id limit 1
  ), ${BEYOND_RANKS})`
}
