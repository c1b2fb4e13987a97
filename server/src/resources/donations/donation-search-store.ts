import { DEFAULT_CURRENCY } from '@sevadesk/contract/donations/donation.ts'
import { NO_VALUE } from '@sevadesk/contract/donations/donation-groups.ts'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import { type SearchQuery, textsToSearch } from '@sevadesk/contract/donations/donation-search.ts'
import { ANONYMOUS_SORT_KEY, type DateSort } from '@sevadesk/contract/donations/donation-sort.ts'
import { rankOf } from '@sevadesk/contract/donations/donation-status.ts'
import type { DayRange } from '@sevadesk/contract/donations/period.ts'
import { CLEARED_MODES } from '@sevadesk/contract/gifts/offline-gift.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Db, isPostgres } from '../../db/db.ts'

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

/** A filter whose search and days are read. */
export interface Selection extends Omit<DonationFilter, 'search' | 'period' | 'from' | 'to' | 'dayOf'> {
  words: SearchQuery
  range?: Range | undefined
}

/**
 * Half-open. `local_day` is the day of `createdAt` in the trust's zone, `received_at` a time in UTC
 * (reading D19). A missing end is open.
 */
export interface Range {
  column: 'local_day' | 'received_at' | 'lost_at'
  from?: string | undefined
  to?: string | undefined
}

export const SUCCESSFUL = sql`status_rank = ${sql.lit(rankOf('authorized'))}`

/** Selects undeleted donations by the same rules as `filterDonations` of the contract. */
export function matches(selection: Selection): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.join([sql`donations.deleted_at is null`, ...conditionsOf(selection)], sql` and `)}`
}

/** The conditions without the one on deleted donations. */
export function conditionsOf(selection: Selection): RawBuilder<unknown>[] {
  const { words, searchIn = 'all', status = 'all', range, purpose, institution, mode, collector } = selection
  const conditions = words.map((spellings) => containsWord(spellings, searchIn))
  if (status !== 'all') conditions.push(sql`status_rank = ${sql.lit(rankOf(status))}`)
  if (range?.from !== undefined) conditions.push(sql`${sql.ref(range.column)} >= ${range.from}`)
  if (range?.to !== undefined) conditions.push(sql`${sql.ref(range.column)} < ${range.to}`)
  if (purpose !== undefined) conditions.push(hasEntry('purpose_id', purpose))
  if (institution !== undefined) conditions.push(hasEntry('institution_id', institution))
  if (mode !== undefined) conditions.push(sql`mode_key = ${mode === NO_VALUE ? '' : mode.toLowerCase()}`)
  if (collector !== undefined) conditions.push(hasCollector(collector))
  return conditions
}

function hasEntry(column: 'purpose_id' | 'institution_id', id: string): RawBuilder<unknown> {
  return id === NO_VALUE ? sql`donations.${sql.ref(column)} is null` : sql`donations.${sql.ref(column)} = ${id}`
}

function hasCollector(name: string): RawBuilder<unknown> {
  return name === NO_VALUE
    ? sql`not exists (select 1 from offline_gifts where donation_id = donations.id and collected_by <> '')`
    : sql`donations.id in (select donation_id from offline_gifts where collected_by = ${name})`
}

/** The columns are normalised, so it does not matter that SQLite's `like` ignores the case of ASCII. */
function containsWord(spellings: readonly string[], searchIn: NonNullable<Selection['searchIn']>): RawBuilder<unknown> {
  const found = spellings.flatMap((spelling) => {
    const pattern = `%${spelling.replace(/[\\%_]/g, '\\$&')}%`
    return textsToSearch(spelling, searchIn).map(
      (text) => sql`${sql.ref(`search_${text}`)} like ${pattern} escape '\\'`,
    )
  })
  return sql`(${sql.join(found, sql` or `)})`
}

/** In paise. Neither sum has the donation that is left out. */
interface AnonymousSums {
  anonymous: number
  all: number
}

/** A cheque or a draft that is entered by hand, until the bank has cleared or returned it. */
const IS_PENDING_CHEQUE = sql`lower(status) = 'pending' and payment_method in (${sql.join(CLEARED_MODES.map((mode) => sql.lit(mode)))})`

/**
 * Sums the successful donations in rupees without a donor, and all of them, in a range of days.
 * Pending cheques without a donor count in both, as after their clearing, which asks for no
 * confirmation.
 */
export async function sumAnonymous(db: Db, { from, to }: DayRange, exceptId: string): Promise<AnonymousSums> {
  const inRange = sql`deleted_at is null and local_day >= ${from} and local_day < ${to}
    and id <> ${exceptId} and currency = ${DEFAULT_CURRENCY}`
  const sumOf = (condition: RawBuilder<unknown>) => sql`coalesce(sum(case when ${condition} then amount end), 0)`
  const { rows } = await sql<AnonymousSums>`
    select cast(cleared + pending as bigint) as anonymous, cast(pending + (
      select ${sumOf(SUCCESSFUL)} from donations ${indexedBy(db, 'donations_by_day')} where ${inRange}
    ) as bigint) as "all"
    from (
      select ${sumOf(SUCCESSFUL)} as cleared, ${sumOf(IS_PENDING_CHEQUE)} as pending
      from donations ${indexedBy(db, 'donations_by_donor')}
      where donor_sort_key = ${ANONYMOUS_SORT_KEY} and donor_id is null and ${inRange}
    ) anonymous`.execute(db)
  return rows[0] ?? { anonymous: 0, all: 0 }
}
