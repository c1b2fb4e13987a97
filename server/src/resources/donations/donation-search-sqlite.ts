import { type RawBuilder, sql } from 'kysely'
import { preparedQuery } from '../../db/prepared-query.ts'
import type { Db } from '../../db/schema.ts'
import { type GramQuery, gramQueries } from './donation-grams.ts'
import { BEYOND_RANKS } from './donation-places.ts'
import type { DonationSearch, Found } from './donation-search-terms.ts'

/** Where nothing is found, there is one row without a donation. */
type FoundRow = Found['rows'][number] & { count: number; unfolded: 0 | 1; rank: number }

/** What the text of the statement depends on; the rest are its values. */
interface Shape {
  /** In which table each needle is looked for. */
  tables: GramQuery['table'][]
  sort: DonationSearch['sort']
  isFirstPage: boolean
  isWithinSpan: boolean
  /** SQLite tells a full-text table its limit when it prepares a statement: were that a value, it would prepare it anew for each search. */
  cap: number
}

type Value = (name: string) => unknown

/** One statement, so that all it tells is of one moment. */
export async function searchInSqlite(db: Db, search: DonationSearch, cap: number): Promise<Found> {
  const { needles, sort, page, limit, span } = search
  const grams = gramQueries(needles, search)
  const find = statementOf({
    tables: grams.map(({ table }) => table),
    sort,
    isFirstPage: page === 1,
    isWithinSpan: span !== undefined,
    cap,
  })
  const matches = grams.map(({ match }, index) => [matchName(index), match])
  const times = span && { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() }
  const rows = await find(db, { page, limit, ...times, ...Object.fromEntries(matches) })
  const { count, unfolded } = rows[0] ?? { count: 0, unfolded: 0 }
  return { rows: count > 0 ? rows : [], count, isUnfolded: unfolded === 1 }
}

const statements = new Map<string, ReturnType<typeof prepare>>()

function statementOf(shape: Shape): ReturnType<typeof prepare> {
  const key = JSON.stringify(shape)
  const statement = statements.get(key) ?? prepare(shape)
  statements.set(key, statement)
  return statement
}

function prepare(shape: Shape) {
  return preparedQuery((db, value: Value) => {
    // Numbers arrive as floating point, and a division of such ones would not be whole.
    const limit = sql`cast(${value('limit')} as integer)`
    const cap = sql.lit(shape.cap)
    const total = sql`min((select count from counted), ${cap})`
    const before = sql`(max(1, min(${value('page')}, (${total} + ${limit} - 1) / ${limit})) - 1) * ${limit}`
    const offset = shape.isFirstPage ? sql`0` : before
    return db
      .selectFrom(
        sql<FoundRow>`(
          with counted as materialized (${countUpTo(shape.cap + 1, shape, value)})
          select donations.*, hit.rank, state.unfolded,
            case when hit.rank is null then 0 else (select count from counted) end as count
          from (select exists (select 1 from donations where search_donor is null) as unfolded) state
          left join (${ranksInOrder(shape, value)} limit min(${limit}, ${cap} - ${offset}) offset ${offset}) hit
          left join donation_places on donation_places.rank = hit.rank
          left join donations on donations.n = donation_places.n
        )`.as('found'),
      )
      .selectAll()
      .orderBy('rank', shape.sort === 'latest' ? 'desc' : 'asc')
  })
}

function countUpTo(most: number, shape: Shape, value: Value): RawBuilder<unknown> {
  const limit = sql.lit(most)
  const each = ranksPerNeedle(shape, value).map((ranks) => sql`select rank from (${ranks} limit ${limit})`)
  return sql`select min(count(*), ${limit}) as count from (${sql.join(each, sql` union `)})`
}

/** Of one needle the tables give the ranks in order, and no more than are asked for. Of two, the first `cap` of each hold the first of both. */
function ranksInOrder(shape: Shape, value: Value): RawBuilder<unknown> {
  const direction = sql.raw(shape.sort === 'latest' ? 'desc' : 'asc')
  const each = ranksPerNeedle(shape, value).map((ranks) => sql`${ranks} order by rowid ${direction}`)
  if (each.length === 1 && each[0]) return each[0]
  const both = each.map((ranks) => sql`select rank from (${ranks} limit ${sql.lit(shape.cap)})`)
  return sql`${sql.join(both, sql` union `)} order by rank ${direction}`
}

function ranksPerNeedle({ tables, isWithinSpan }: Shape, value: Value): RawBuilder<unknown>[] {
  const within = isWithinSpan
    ? sql`and rowid >= ${firstRankFrom(value('from'))} and rowid < ${firstRankFrom(value('to'))}`
    : sql``
  return tables.map(
    (name, index) =>
      sql`select rowid as rank from ${sql.table(name)} where ${sql.table(name)} match ${value(matchName(index))} ${within}`,
  )
}

function matchName(index: number): string {
  return `match ${index}`
}

/** The rank of the first donation that is not before a moment; beyond all ranks when there is none. */
function firstRankFrom(moment: unknown): RawBuilder<unknown> {
  return sql`coalesce((
    select rank from donations cross join donation_places on donation_places.n = donations.n
    where deleted_at is null and created_at >= ${moment} order by created_at, id limit 1
  ), ${BEYOND_RANKS})`
}
