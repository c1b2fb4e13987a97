import { type SearchQuery, textsToSearch } from '@sevadesk/contract/donations/donation-search.ts'
import type { DateSort } from '@sevadesk/contract/donations/donation-sort.ts'
import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { conditionsOf, matches, type Selection } from './donation-filter-store.ts'

/**
 * The key (rowid) in SQLite's full-text table is `day * 2^30 + n * 8 + status`; `day` is the local
 * day. Keys sort as the list does, except within a day. Triggers of the first migration maintain the
 * table.
 */
const KEYS_PER_DAY = 2 ** 30
const N_OF_KEY = sql`(search.rowid >> 3) & ${sql.lit(2 ** 27 - 1)}`
const DAY_MS = 86_400_000

/** The trigram tokenizer finds no text shorter than this. */
const MIN_LENGTH = 3

/**
 * Whether SQLite's full-text table finds the candidates: at least one word must be long enough in
 * every spelling. PostgreSQL uses its trigram indexes by itself.
 */
export function usesFullText(db: Db, { words }: Selection): boolean {
  return !isPostgres(db) && words.some(isLongWord)
}

function isLongWord(spellings: SearchQuery[number]): boolean {
  return spellings.every((spelling) => [...spelling].length >= MIN_LENGTH)
}

/** What follows `from` to select the matches. SQLite, which has no statistics, reads them from `index`. */
export function rowsOf(db: Db, selection: Selection, index: string): RawBuilder<unknown> {
  return usesFullText(db, selection)
    ? fullTextRows(selection)
    : sql`donations ${indexedBy(db, index)} where ${matches(selection)}`
}

/** As `rowsOf`, for the donations that have a collector. */
export function collectedRows(db: Db, selection: Selection): RawBuilder<unknown> {
  return sql`offline_gifts ${indexedBy(db, 'offline_gifts_by_collector')} cross join donations
    where donations.id = donation_id and collected_by > '' and ${matches(selection)}`
}

export function indexedBy(db: Db, index: string): RawBuilder<unknown> {
  return sql.raw(isPostgres(db) ? '' : `indexed by ${index}`)
}

/** As `rowsOf`, within a half-open range of keys. */
function fullTextRows(selection: Selection, keys: readonly [from?: number, to?: number] = []): RawBuilder<unknown> {
  const { words, searchIn = 'all', range } = selection
  const phrases = words.filter(isLongWord).map((spellings) => {
    const found = spellings.map((text) => `{${textsToSearch(text, searchIn).join(' ')}} : ${quote(text)}`)
    return `(${found.join(' OR ')})`
  })
  const days = range?.column === 'local_day' ? [startOfDay(range.from), startOfDay(range.to)] : []
  const bounds = [keys, days].flatMap(([from, to]) => [
    // The driver binds numbers as floating point, and the full-text table ignores such bounds.
    ...(from === undefined ? [] : [sql`search.rowid >= cast(${from} as integer)`]),
    ...(to === undefined ? [] : [sql`search.rowid < cast(${to} as integer)`]),
  ])
  const others = conditionsOf({ ...selection, words: words.filter((word) => !isLongWord(word)) })
  const conditions = [sql`donation_search match ${phrases.join(' AND ')}`, ...bounds, ...others]
  return sql`donation_search search cross join donations on donations.n = ${N_OF_KEY}
    where ${sql.join(conditions, sql` and `)}`
}

/** Returns the row numbers (`donations.n`) of one page of matches that SQLite's full-text table finds. */
export async function listByFullText(
  db: Db,
  selection: Selection,
  { sort, offset, limit }: { sort: DateSort; offset: number; limit: number },
): Promise<number[]> {
  const direction = sql.raw(sort === 'latest' ? 'desc' : 'asc')
  const { rows: page } = await sql<{ key: number }>`
    select search.rowid as key from ${fullTextRows(selection)}
    order by search.rowid ${direction} limit ${limit} offset ${offset}`.execute(db)
  const days = page.map(({ key }) => Math.floor(key / KEYS_PER_DAY))
  const [key, first, last] = [page[0]?.key, days[0], days.at(-1)]
  if (key === undefined || first === undefined || last === undefined) return []

  // Keys order only the days, so sort all matches of the days that the page overlaps.
  const from = Math.min(first, last) * KEYS_PER_DAY
  const to = (Math.max(first, last) + 1) * KEYS_PER_DAY
  const skipped = fullTextRows(selection, sort === 'latest' ? [key + 1, to] : [from, key])
  const { rows } = await sql<{ n: number }>`
    select donations.n from ${fullTextRows(selection, [from, to])}
    order by local_day ${direction}, created_at ${direction}, id ${direction}
    limit ${limit} offset (select count(*) from ${skipped})`.execute(db)
  return rows.map(({ n }) => n)
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

/** The first key of a local day. */
function startOfDay(day: string | undefined): number | undefined {
  return day === undefined ? undefined : (Date.parse(day) / DAY_MS) * KEYS_PER_DAY
}

/**
 * Returns the printed numbers of the last receipts of those donations that have a cancelled receipt
 * with the number `cancelled`. All numbers are in lower case.
 */
export async function findCurrentNumbers(db: Db, cancelled: string): Promise<string[]> {
  // Equals the expression in the index.
  const number = isPostgres(db) ? sql`snapshot::json ->> 'number'` : sql`json_extract(snapshot, '$.number')`
  const { rows } = await sql<{ current: string }>`
    select distinct lower(receipt_number) as current from receipts join donations on donations.id = donation_id
    where lower(${number}) = ${cancelled} and lower(receipt_number) <> ${cancelled}`.execute(db)
  return rows.map(({ current }) => current)
}
