import { type SearchQuery, textsToSearch } from '@sevadesk/contract/donations/donation-search.ts'
import type { ColumnSort, DateSort } from '@sevadesk/contract/donations/donation-sort.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/schema.ts'
import {
  containsWord,
  type DonationConditions,
  hasStatus,
  type MatchSums,
  receivedWithin,
  sumsOf,
} from '../donation-conditions-store.ts'
import { fieldConditions } from '../donation-fields-store.ts'
import { sortRows } from '../sorting/donation-sort-store.ts'

/**
 * The key (rowid) in SQLite's full-text table is `day * 2^30 + n * 8 + status`; `day` is the local
 * day. Keys sort as the list does, except within a day, and filter by period and status without
 * reading the donation. Triggers of the first migration maintain the table.
 */
const DAY_SHIFT = 30
const KEYS_PER_DAY = 2 ** DAY_SHIFT
const STATUS_CODES = {
  authorized: 1,
  pending: 2,
  failed: 3,
  created: 0,
  refunded: 0,
  cancelled: 0,
  unknown: 0,
} as const
const N_OF_KEY = sql`(search.rowid >> 3) & ${sql.lit(2 ** 27 - 1)}`

/** The trigram tokenizer finds no text shorter than this. */
const MIN_LENGTH = 3

/**
 * Whether the full-text table can find candidates for the query: at least one word must be long
 * enough in every spelling.
 */
export function isFullTextQuery(query: SearchQuery): boolean {
  return query.some(isLongWord)
}

function isLongWord(spellings: readonly string[]): boolean {
  return spellings.every((spelling) => [...spelling].length >= MIN_LENGTH)
}

export async function countByFullText(db: Db, conditions: DonationConditions, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from ${matches(conditions)} limit ${sql.lit(limit)})`.execute(db)
  return rows[0]?.count ?? 0
}

/** Selects the row numbers of all matches, as a subquery. */
export function numbersByFullText(conditions: DonationConditions): RawBuilder<unknown> {
  return sql`select ${N_OF_KEY} as n from ${matches(conditions)} limit -1`
}

/** Counts and sums the first `limit` matches. */
export async function sumByFullText(db: Db, conditions: DonationConditions, limit: number): Promise<MatchSums> {
  const found = sql`select ${N_OF_KEY} as n from ${matches(conditions)} limit ${sql.lit(limit)}`
  return sumsOf(db, sql`(${found}) found cross join donations on donations.n = found.n`)
}

/** Returns the row numbers (`donations.n`) of one page of matches, in the order of the list. */
export async function listByFullText(
  db: Db,
  conditions: DonationConditions,
  { sort, offset, limit }: { sort: DateSort; offset: number; limit: number },
): Promise<number[]> {
  const direction = sql.raw(sort === 'latest' ? 'desc' : 'asc')
  const { rows: page } = await sql<{ key: number }>`
    select search.rowid as key from ${matches(conditions)}
    order by search.rowid ${direction} limit ${limit} offset ${offset}`.execute(db)
  const [first, last] = [page[0]?.key, page.at(-1)?.key]
  if (first === undefined || last === undefined) return []

  // Keys order only the days, so sort all matches of the days that the page overlaps.
  const [low, high] = sort === 'latest' ? [startOfDay(last), endOfDay(first)] : [startOfDay(first), endOfDay(last)]
  const skipped = sort === 'latest' ? [first + 1, endOfDay(first)] : [startOfDay(first), first]
  const { rows } = await sql<{ n: number }>`
    with candidates as materialized (
      select ${N_OF_KEY} as n from ${matches(conditions, [low, high])} order by search.rowid ${direction} limit -1
    )
    select donations.n from candidates cross join donations on donations.n = candidates.n
    order by local_day ${direction}, created_at ${direction}, id ${direction}
    limit ${limit} offset (select count(*) from ${matches(conditions, skipped)})`.execute(db)
  return rows.map(({ n }) => n)
}

/** Sorts all matches by a column, and returns the row numbers of one page. */
export async function listSortedByFullText(
  db: Db,
  conditions: DonationConditions,
  page: { sort: ColumnSort; offset: number; limit: number },
): Promise<number[]> {
  const candidates = sql`(select ${N_OF_KEY} as n from ${matches(conditions)} limit -1) candidates`
  return sortRows(db, sql`${candidates} cross join donations on donations.n = candidates.n`, page)
}

/** The rows of the full-text table that match, within a half-open range of keys. */
function matches(
  { query, searchIn, status, days, received, fields }: DonationConditions,
  keys: readonly (number | undefined)[] = [],
): RawBuilder<unknown> {
  const words = query.filter(isLongWord).map((spellings) => {
    const phrases = spellings.map((text) => `{${textsToSearch(text, searchIn).join(' ')}} : ${quote(text)}`)
    return `(${phrases.join(' OR ')})`
  })
  const conditions = [sql`donation_search match ${words.join(' AND ')}`]
  if (status !== 'all') conditions.push(sql`(search.rowid & 7) = ${sql.lit(STATUS_CODES[status])}`)
  const [low, high] = keys
  const bounds = [days && startOfLocalDay(days.from), low, days && startOfLocalDay(days.to), high]
  for (const [at, bound] of bounds.entries()) {
    if (bound === undefined) continue
    // The driver binds numbers as floating point; the full-text table ignores such rowid bounds.
    conditions.push(sql`search.rowid ${sql.raw(at < 2 ? '>=' : '<')} cast(${bound} as integer)`)
  }
  const table = sql`donation_search search`
  // What the full-text table cannot answer needs the donation.
  const rest: RawBuilder<unknown>[] = query
    .filter((spellings) => !isLongWord(spellings))
    .map((spellings) => containsWord(spellings, searchIn))
  if (status !== 'all' && STATUS_CODES[status] === 0) rest.push(hasStatus(status))
  rest.push(...fieldConditions(fields), ...receivedWithin(received))
  if (rest.length === 0) return sql`${table} where ${sql.join(conditions, sql` and `)}`
  conditions.push(...rest)
  return sql`${table} cross join donations on donations.n = ${N_OF_KEY} where ${sql.join(conditions, sql` and `)}`
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

const DAY_MS = 86_400_000

function startOfLocalDay(day: string): number {
  return (Date.parse(day) / DAY_MS) * KEYS_PER_DAY
}

function startOfDay(key: number): number {
  return Math.floor(key / KEYS_PER_DAY) * KEYS_PER_DAY
}

function endOfDay(key: number): number {
  return startOfDay(key) + KEYS_PER_DAY
}
