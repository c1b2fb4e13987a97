import { parseDonorSearch, type SearchQuery } from '@sevadesk/contract/donations/donation-search.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { wordStart } from './donor-columns.ts'

/** The trigram tokenizer finds no text shorter than this. */
const MIN_LENGTH = 3

/** A search finds at most so many donors. */
const MAX_MATCHES = 500

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
  const query = parseDonorSearch(text)
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
  const words = query.map(indexedSpellings)
  const limit = sql.lit(MAX_MATCHES + 1)
  const found = isPostgres(db)
    ? sql<{ n: number }>`select n from donors where merged_into is null
        and ${sql.join(
          words.map((spellings) => containsWord(spellings, isPanSearched)),
          sql` and `,
        )} limit ${limit}`
    : sql<{ n: number }>`select rowid as n from donor_search
        where donor_search match ${words.map((spellings) => fullTextOf(spellings, isPanSearched)).join(' AND ')}
        limit ${limit}`
  return (await found.execute(db)).rows.map(({ n }) => Number(n))
}

/** A short spelling is only found at the start of a word of a name. */
function indexedSpellings(spellings: readonly string[]): string[] {
  return spellings.map((text) => ([...text].length < MIN_LENGTH ? wordStart(text) : text))
}

function containsWord(spellings: readonly string[], isPanSearched: boolean): RawBuilder<unknown> {
  // One expression for both columns: PostgreSQL intersects the words of a search in its index only then.
  const searched = isPanSearched ? sql`(search_text || chr(10) || search_pan)` : sql`search_text`
  const matches = spellings.map(
    (spelling) => sql`${searched} like ${`%${spelling.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
  )
  return sql`(${sql.join(matches, sql` or `)})`
}

function fullTextOf(spellings: readonly string[], isPanSearched: boolean): string {
  const columns = isPanSearched ? 'donor pan' : 'donor'
  const phrases = spellings.map((text) => `{${columns}} : "${text.replaceAll('"', '""')}"`)
  return `(${phrases.join(' OR ')})`
}
