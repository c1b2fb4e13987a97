import { type SearchQuery, type SearchScope, textsToSearch } from '@sevadesk/contract/donation-search.ts'
import type { StatusFilter } from '@sevadesk/contract/donation-status.ts'
import type { DayRange } from '@sevadesk/contract/period.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Which donations to select. `days` is half-open; its ends may be months (`2026-11`), which sort
 * before their days.
 */
export interface DonationConditions {
  query: SearchQuery
  searchIn: SearchScope
  status: StatusFilter
  days: DayRange | undefined
}

/** Equals the expression in the indexes and statistics of donations, else neither is used. */
const STATUS_KEY = sql`case lower(status) when 'captured' then 'authorized' else lower(status) end`

/** Selects undeleted donations by the same rules as `filterDonations` of the contract. */
export function matchesConditions({ query, searchIn, status, days }: DonationConditions): RawBuilder<SqlBool> {
  const conditions = [sql`deleted_at is null`]
  if (status !== 'all') conditions.push(sql`${STATUS_KEY} = ${status}`)
  if (days) conditions.push(sql`local_day >= ${days.from}`, sql`local_day < ${days.to}`)
  for (const spellings of query) conditions.push(containsWord(spellings, searchIn))
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/**
 * The columns are normalised, so it does not matter that SQLite's `like` ignores the case of
 * ASCII.
 */
export function containsWord(spellings: readonly string[], searchIn: SearchScope): RawBuilder<SqlBool> {
  const matches = spellings.flatMap((spelling) => {
    const pattern = `%${spelling.replace(/[\\%_]/g, '\\$&')}%`
    return textsToSearch(spelling, searchIn).map(
      (text) => sql`${sql.ref(`search_${text}`)} like ${pattern} escape '\\'`,
    )
  })
  return sql<SqlBool>`(${sql.join(matches, sql` or `)})`
}
