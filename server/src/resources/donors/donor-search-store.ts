import { parseSearch, type SearchQuery } from '@sevadesk/contract/donation-search.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'

/** The trigram tokenizer finds no text shorter than this. */
const MIN_LENGTH = 3

/** A search finds at most so many donors. */
const MAX_MATCHES = 1000

interface DonorPage {
  ids: string[]
  total: number
  isCapped: boolean
}

interface DonorSearch {
  text: string
  /** Whether parts of PANs match too. */
  isPanSearched: boolean
  /** Returns the range of rows for a number of matches. */
  rangeOf: (total: number) => { offset: number; limit: number }
}

/** Finds donors that are not merged, by name. */
export async function findDonorPage(db: Db, { text, isPanSearched, rangeOf }: DonorSearch): Promise<DonorPage> {
  const query = parseSearch(text)
  if (query.length === 0) {
    const total = await countDonors(db)
    return { ids: await listIds(db, sql<SqlBool>`true`, rangeOf(total)), total, isCapped: false }
  }
  const matches = await listMatches(db, query, isPanSearched)
  const isCapped = matches.length > MAX_MATCHES
  const numbers = matches.slice(0, MAX_MATCHES)
  const range = rangeOf(numbers.length)
  if (numbers.length === 0) return { ids: [], total: 0, isCapped }
  const ids = await listIds(db, sql<SqlBool>`n in (${sql.join(numbers.map((n) => sql.lit(n)))})`, range)
  return { ids, total: numbers.length, isCapped }
}

async function countDonors(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('donors')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('merged_into', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function listIds(
  db: Db,
  condition: RawBuilder<SqlBool>,
  { offset, limit }: { offset: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('donors')
    .select('id')
    .where('merged_into', 'is', null)
    .where(condition)
    .orderBy('search_name')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the row numbers of up to one more than `MAX_MATCHES`. */
async function listMatches(db: Db, query: SearchQuery, isPanSearched: boolean): Promise<number[]> {
  const long = query.filter(isLongWord)
  const short = query.filter((spellings) => !isLongWord(spellings))
  const limit = sql.lit(MAX_MATCHES + 1)
  const starts = short.map(([word = '']) => startsName(word))
  const [firstShort = ''] = short[0] ?? []
  let found: RawBuilder<{ n: number }>
  if (long.length === 0) {
    const range = sql`search_name >= ${firstShort} and search_name < ${`${firstShort}\u{10ffff}`}`
    found = sql`select n from donors where ${and([sql`merged_into is null`, range, ...starts])} limit ${limit}`
  } else if (isPostgres(db)) {
    const words = long.map((spellings) => containsWord(spellings, isPanSearched))
    found = sql`select n from donors where ${and([sql`merged_into is null`, ...words, ...starts])} limit ${limit}`
  } else {
    const match = long.map((spellings) => fullTextOf(spellings, isPanSearched)).join(' AND ')
    const search = sql`donor_search search`
    found =
      starts.length === 0
        ? sql`select rowid as n from ${search} where donor_search match ${match} limit ${limit}`
        : sql`select n from ${search} cross join donors on n = search.rowid
            where ${and([sql`donor_search match ${match}`, ...starts])} limit ${limit}`
  }
  return (await found.execute(db)).rows.map(({ n }) => Number(n))
}

function isLongWord(spellings: readonly string[]): boolean {
  return spellings.every((spelling) => [...spelling].length >= MIN_LENGTH)
}

/** The columns are normalised, so it does not matter that SQLite's `like` ignores case. */
function startsName(word: string): RawBuilder<unknown> {
  const pattern = escapeLike(word)
  return sql`(search_name like ${`${pattern}%`} escape '\\' or search_name like ${`% ${pattern}%`} escape '\\')`
}

function containsWord(spellings: readonly string[], isPanSearched: boolean): RawBuilder<unknown> {
  const columns = isPanSearched ? ['search_text', 'search_pan'] : ['search_text']
  const matches = spellings.flatMap((spelling) =>
    columns.map((column) => sql`${sql.ref(column)} like ${`%${escapeLike(spelling)}%`} escape '\\'`),
  )
  return sql`(${sql.join(matches, sql` or `)})`
}

function fullTextOf(spellings: readonly string[], isPanSearched: boolean): string {
  const columns = isPanSearched ? 'donor pan' : 'donor'
  const phrases = spellings.map((text) => `{${columns}} : "${text.replaceAll('"', '""')}"`)
  return `(${phrases.join(' OR ')})`
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

function and(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `)
}
