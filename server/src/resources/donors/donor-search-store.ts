import { normaliseText } from '@sevadesk/contract/base/normalise-text.ts'
import { parseDonorSearch, type SearchQuery } from '@sevadesk/contract/donations/donation-search.ts'
import { normalisePan } from '@sevadesk/contract/donors/pan.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Db, isPostgres } from '../../db/db.ts'
import { emailKey } from '../../text/email.ts'
import { phoneKey } from '../../text/phone.ts'
import { wordStart } from './donor-columns.ts'
import { type FiguresOrder, listByFigures } from './donor-figures-store.ts'

/** The trigram tokenizer finds no text shorter than this. */
const MIN_LENGTH = 3

/** A search finds at most so many donors. */
const MAX_MATCHES = 500

/** No text has a later character. */
const LAST_CHARACTER = '\u{10ffff}'

interface DonorPage {
  ids: string[]
  /** How many donors were found. With `enough` there may be more: see `isCapped`. */
  total: number
  isCapped: boolean
}

interface DonorSearch {
  text: string
  /** Whether parts of PANs match too. */
  isPanSearched: boolean
  /** So many best matches will do: the search may leave others out. */
  enough?: number | undefined
  /** By what the donors gave, in place of rank and name. */
  order?: FiguresOrder | undefined
  /** Returns the range of rows for a number of matches. */
  rangeOf: (total: number) => { offset: number; limit: number }
}

/**
 * Finds donors that are not merged: first those with this phone, e-mail or PAN, then names that begin
 * with the text, then donors with each word at the start of a word of a name, then the others. Equal
 * ranks are in the order of names, and so are all donors for an empty text. With `order`, what
 * they gave orders them.
 */
export async function findDonorPage(db: Db, { text, rangeOf, order, ...search }: DonorSearch): Promise<DonorPage> {
  const query = parseDonorSearch(text)
  if (query.length === 0) {
    const total = await countDonors(db)
    const range = rangeOf(total)
    const ids = order ? await listByFigures(db, order, range) : await listByName(db, range)
    return { ids, total, isCapped: false }
  }
  const { ids, isCapped } = await listMatches(db, { text, query, ...search })
  const { offset, limit } = rangeOf(ids.length)
  if (order) {
    return { ids: await listByFigures(db, order, { offset, limit }, ids), total: ids.length, isCapped }
  }
  return { ids: ids.slice(offset, offset + limit), total: ids.length, isCapped }
}

/** All less those that were merged: small indexes have both, and to read every row takes much longer. */
async function countDonors(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (select count(*) from donors)
    - (select count(*) from donors where merged_into is not null) as count`.execute(db)
  return Number(rows[0]?.count)
}

async function listByName(db: Db, { offset, limit }: { offset: number; limit: number }): Promise<string[]> {
  return idsOf(await unmerged(db).orderBy('search_name').orderBy('id').offset(offset).limit(limit).execute())
}

function unmerged(db: Db) {
  return db.selectFrom('donors').select('id').where('merged_into', 'is', null)
}

function inOrder(donors: ReturnType<typeof unmerged>) {
  return donors
    .orderBy('search_name')
    .orderBy('id')
    .limit(MAX_MATCHES + 1)
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}

interface ParsedSearch extends Pick<DonorSearch, 'isPanSearched' | 'enough'> {
  text: string
  query: SearchQuery
}

/** Returns the ids of up to `MAX_MATCHES` donors in order of rank. */
async function listMatches(db: Db, search: ParsedSearch): Promise<{ ids: string[]; isCapped: boolean }> {
  const { enough = MAX_MATCHES + 1 } = search
  const found = new Set<string>()
  let isComplete = false
  for (const list of [listExact, listNameStarts, listByWords]) {
    for (const id of await list(db, search)) found.add(id)
    isComplete = list === listByWords
    if (found.size >= enough) break
  }
  return { ids: [...found].slice(0, MAX_MATCHES), isCapped: !isComplete || found.size > MAX_MATCHES }
}

async function listExact(db: Db, { text: typed, isPanSearched }: ParsedSearch): Promise<string[]> {
  // PostgreSQL refuses null characters.
  const text = typed.replace(/\p{Cc}/gu, '')
  const keys = [
    { kind: 'phone', key: phoneKey(text) },
    { kind: 'email', key: emailKey(text) },
  ] as const
  const pan = isPanSearched ? normalisePan(text) : ''
  const owners = await db
    .selectFrom('donor_contacts')
    .select('donor_id as id')
    .where(({ or, and, eb }) =>
      or(
        keys.filter(({ key }) => key !== '').map(({ kind, key }) => and([eb('kind', '=', kind), eb('key', '=', key)])),
      ),
    )
    .union(unmerged(db).where('pan', '=', pan))
    .execute()
  if (owners.length === 0) return []
  const ids = idsOf(owners)
  return idsOf(await inOrder(unmerged(db).where('id', 'in', ids)).execute())
}

/** A whole name comes first, because no other text that begins with it is shorter. */
async function listNameStarts(db: Db, { text }: ParsedSearch): Promise<string[]> {
  const start = normaliseText(text)
  return idsOf(
    await inOrder(unmerged(db))
      .where('search_name', '>=', start)
      .where('search_name', '<', `${start}${LAST_CHARACTER}`)
      .execute(),
  )
}

async function listByWords(db: Db, { query, isPanSearched }: ParsedSearch): Promise<string[]> {
  const starts = query.map((spellings) => spellings.map(wordStart))
  const any = await listNumbers(db, query.map(indexedSpellings), isPanSearched)
  // Only among all matches is it known which of them begin words.
  const begun = any.length > MAX_MATCHES ? await listNumbers(db, starts, true) : []
  const numbers = [...new Set([...begun, ...any])]
  if (numbers.length === 0) return []
  const isBegun = sql<SqlBool>`${sql.join(
    starts.map((spellings) => containsWord(spellings, false)),
    sql` and `,
  )}`
  const rows = await unmerged(db)
    .where(sql<SqlBool>`n in (${sql.join(numbers.map((n) => sql.lit(n)))})`)
    .orderBy(sql`case when ${isBegun} then 0 else 1 end`)
    .orderBy('search_name')
    .orderBy('id')
    .execute()
  return idsOf(rows)
}

/**
 * Returns the row numbers of donors that contain a spelling of each word, up to one more than
 * `MAX_MATCHES`: the lowest ones on SQLite, and the first in its table on PostgreSQL, whose planner
 * may read all donors in order of row number instead of the index.
 */
async function listNumbers(db: Db, words: readonly (readonly string[])[], isPanSearched: boolean): Promise<number[]> {
  const limit = sql.lit(MAX_MATCHES + 1)
  const found = isPostgres(db)
    ? sql<{ n: number }>`select n from donors where merged_into is null
        and ${sql.join(
          words.map((spellings) => containsWord(spellings, isPanSearched)),
          sql` and `,
        )} limit ${limit}`
    : sql<{ n: number }>`select rowid as n from donor_search
        where donor_search match ${words.map((spellings) => fullTextOf(spellings, isPanSearched)).join(' AND ')}
        order by rowid limit ${limit}`
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
