import { NO_VALUE } from '@sevadesk/contract/donations/donation-groups.ts'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import { type SearchQuery, textsToSearch } from '@sevadesk/contract/donations/donation-search.ts'
import { rankOf } from '@sevadesk/contract/donations/donation-status.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

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
  column: 'local_day' | 'received_at'
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
