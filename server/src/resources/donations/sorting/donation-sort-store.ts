import {
  ANONYMOUS_SORT_KEY,
  type ColumnSort,
  DONOR_SORT_LENGTH,
  type SortColumn,
  sortOrderOf,
} from '@sevadesk/contract/donations/donation-sort.ts'
import { STATUS_FILTERS, statusesOf } from '@sevadesk/contract/donations/donation-status.ts'
import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../../../db/engine.ts'
import type { Db } from '../../../db/schema.ts'
import { type DonationConditions, matchesConditions } from '../donation-conditions-store.ts'

/** With more matches than this, walking the index of the sort finds a page sooner than sorting them. */
export const SORTED_MATCHES = 10_000

interface SortedPage {
  sort: ColumnSort
  offset: number
  limit: number
}

/** The position of a donation in a sorted list. */
export interface SortPosition {
  n: number
  key: string | number
  local_day: string
  created_at: string
  id: string
}

/** Sorts the matches, and returns the row numbers (`donations.n`) of a page. For few matches. */
export async function listBySorting(
  db: Db,
  conditions: DonationConditions,
  { sort, offset, limit }: SortedPage,
): Promise<number[]> {
  const index = conditions.query.length > 0 && !isPostgres(db) ? sql`indexed by donations_by_text` : sql``
  const found = sql`donations ${index} where ${matchesConditions(conditions)}`
  return sortRows(db, found, { sort, offset, limit })
}

/** As `listBySorting`, for the rows of `found`, which have the columns of donations. */
export async function sortRows(
  db: Db,
  found: RawBuilder<unknown>,
  { sort, offset, limit }: SortedPage,
): Promise<number[]> {
  // Keeps the planner from walking the index of the sort until it has found these few matches.
  const fence = isPostgres(db) ? sql`offset 0` : sql`limit -1`
  const { rows } = await sql<{ n: number }>`
    select n from (
      select donations.n, ${keyOf(db, sort)} as key, local_day, created_at, id from ${found} ${fence}
    ) matches order by ${orderOf(sql`key`, directionOf(sort))} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ n }) => n)
}

/**
 * Walks the index of the sort, and returns the row numbers of a page. For many matches. With
 * `fromEnd`, walks from the other end: `offset` then counts the matches after the page.
 */
export async function listByWalking(
  db: Db,
  conditions: DonationConditions,
  { sort, offset, limit, fromEnd = false }: SortedPage & { fromEnd?: boolean },
): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select n from donations ${indexOf(db, sort)} where ${matchesConditions(conditions)}
    order by ${orderOf(keyOf(db, sort), directionOf(sort, fromEnd))} limit ${limit} offset ${offset}`.execute(db)
  const numbers = rows.map(({ n }) => n)
  return fromEnd ? numbers.reverse() : numbers
}

/** Entries of an index that `listFromFirst` reads at most. */
export const FIRST_ENTRIES = 2_000

/**
 * As `listByWalking`, but reads only the first entries of the index. Returns fewer row numbers than
 * `limit` if the page lies beyond them.
 */
export async function listFromFirst(
  db: Db,
  conditions: DonationConditions,
  { sort, offset, limit }: SortedPage,
): Promise<number[]> {
  const order = orderOf(keyOf(db, sort), directionOf(sort))
  const { rows } = await sql<{ n: number }>`
    select n from (
      select * from donations ${indexOf(db, sort)} where deleted_at is null order by ${order} limit ${FIRST_ENTRIES}
    ) donations where ${matchesConditions(conditions)} order by ${order} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ n }) => n)
}

/** Returns the positions of the matches after one, or of the first if `after` is undefined. */
export async function listPositionsAfter(
  db: Db,
  after: SortPosition | undefined,
  { conditions, sort, limit }: { conditions: DonationConditions; sort: ColumnSort; limit: number },
): Promise<SortPosition[]> {
  const key = keyOf(db, sort)
  const isAfter = sql.raw(sortOrderOf(sort).direction === 'desc' ? '<' : '>')
  const select = async (position: RawBuilder<unknown>, count: number) => {
    const { rows } = await sql<SortPosition>`
      select n, ${key} as key, local_day, created_at, id from donations ${indexOf(db, sort)}
      where ${matchesConditions(conditions)} and ${position}
      order by ${orderOf(key, directionOf(sort))} limit ${count}`.execute(db)
    return rows
  }
  if (!after) return select(sql`true`, limit)
  const { local_day, created_at, id } = after
  // Two queries, since SQLite uses no index for a position whose first column is an expression.
  const ties = sql`${key} = ${after.key} and (local_day, created_at, id) ${isAfter} (${local_day}, ${created_at}, ${id})`
  const sameKey = await select(ties, limit)
  if (sameKey.length === limit) return sameKey
  return [...sameKey, ...(await select(sql`${key} ${isAfter} ${after.key}`, limit - sameKey.length))]
}

function directionOf(sort: ColumnSort, isReversed = false): RawBuilder<unknown> {
  return sql.raw((sortOrderOf(sort).direction === 'desc') === isReversed ? 'asc' : 'desc')
}

function orderOf(key: RawBuilder<unknown>, direction: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${key} ${direction}, local_day ${direction}, created_at ${direction}, id ${direction}`
}

type KeyColumn = Exclude<SortColumn, 'date'>

const INDEXES: Readonly<Record<KeyColumn, string>> = {
  amount: 'donations_by_amount',
  donor: 'donations_by_donor',
  status: 'donations_by_success',
}

/** PostgreSQL chooses its index by cost. SQLite has no statistics. */
export function indexOf(db: Db, sort: ColumnSort): RawBuilder<unknown> {
  return isPostgres(db) ? sql`` : sql`indexed by ${sql.raw(INDEXES[sortOrderOf(sort).column])}`
}

const DONOR_KEY = `case when coalesce(donor_name, '') = '' then '${ANONYMOUS_SORT_KEY}'
  else substr(search_donor, 1, ${DONOR_SORT_LENGTH}) end`

const RANKS = STATUS_FILTERS.flatMap((filter, place) =>
  (statusesOf(filter) ?? []).map((status) => `when '${status}' then ${STATUS_FILTERS.length - place}`),
)

/** The same keys as `sortKeyOf` of the contract, and as the indexes. */
const KEYS: Readonly<Record<KeyColumn, { sqlite: string; postgres: string }>> = {
  amount: same('amount'),
  donor: { sqlite: `(${DONOR_KEY})`, postgres: `(${DONOR_KEY} collate "C")` },
  status: same(`(case coalesce(lower(status), '') ${RANKS.join(' ')} else 0 end)`),
}

function same(key: string) {
  return { sqlite: key, postgres: key }
}

/** Whether a donation has no donor's name. The index by donor finds those of a range of days. */
export function hasNoName(db: Db): RawBuilder<unknown> {
  return sql`${sql.raw(KEYS.donor[isPostgres(db) ? 'postgres' : 'sqlite'])} = ${ANONYMOUS_SORT_KEY}`
}

function keyOf(db: Db, sort: ColumnSort): RawBuilder<unknown> {
  return sql.raw(KEYS[sortOrderOf(sort).column][isPostgres(db) ? 'postgres' : 'sqlite'])
}
