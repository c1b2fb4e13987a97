import { type SearchQuery, type SearchScope, textsToSearch } from '@sevadesk/contract/donations/donation-search.ts'
import { type StatusFilter, SUCCESSFUL_STATUSES } from '@sevadesk/contract/donations/donation-status.ts'
import type { DayRange } from '@sevadesk/contract/donations/period.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { type FieldValues, fieldConditions, hasFields } from './donation-fields-store.ts'

/**
 * Which donations to select. `days` is half-open; its ends may be months (`2026-11`), which sort
 * before their days.
 */
export interface DonationConditions {
  query: SearchQuery
  searchIn: SearchScope
  status: StatusFilter
  days: DayRange | undefined
  received?: ReceivedRange | undefined
  fields?: FieldValues
}

/** When money was received: half-open, UTC ISO 8601. */
export interface ReceivedRange {
  from: string
  to: string
}

/** Equals the expression in the indexes and statistics of donations, else neither is used. */
export const STATUS_KEY = sql`case lower(status) when 'captured' then 'authorized' else lower(status) end`

/** Selects undeleted donations by the same rules as `filterDonations` of the contract. */
export function matchesConditions(conditions: DonationConditions): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join([sql`deleted_at is null`, ...filterConditions(conditions)], sql` and `)})`
}

/** The conditions without the one on deleted donations. */
export function filterConditions(filter: DonationConditions): RawBuilder<unknown>[] {
  const { query, searchIn, status, days, received, fields } = filter
  const conditions = [...fieldConditions(fields), ...receivedWithin(received)]
  if (status !== 'all') conditions.push(hasStatus(status))
  if (days) conditions.push(sql`local_day >= ${days.from}`, sql`local_day < ${days.to}`)
  for (const spellings of query) conditions.push(containsWord(spellings, searchIn))
  return conditions
}

export function receivedWithin(received: ReceivedRange | undefined): RawBuilder<unknown>[] {
  return received ? [sql`received_at >= ${received.from}`, sql`received_at < ${received.to}`] : []
}

/** Whether only the rows can tell counts and sums: the totals know neither fields nor receipt. */
export function needsRows({ fields, received }: DonationConditions): boolean {
  return received !== undefined || hasFields(fields)
}

/**
 * A missing status is null or empty. SQLite uses the index by status for each of the two, but would
 * read all donations for both in one condition.
 */
export function hasStatus(status: Exclude<StatusFilter, 'all'>): RawBuilder<SqlBool> {
  if (status === 'unknown') {
    const undeleted = sql`select n from donations where deleted_at is null`
    return sql<SqlBool>`donations.n in (
      ${undeleted} and ${STATUS_KEY} is null union all ${undeleted} and ${STATUS_KEY} = '')`
  }
  return sql<SqlBool>`${STATUS_KEY} = ${status}`
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

/** How many donations match; how many of them are successful, and their sum in paise. */
export interface MatchSums {
  count: number
  successfulCount: number
  successfulAmount: number
}

/** Sums the rows of `found`, which have the columns `status` and `amount`. */
export async function sumsOf(db: Db, found: RawBuilder<unknown>): Promise<MatchSums> {
  const isSuccessful = sql`lower(status) in (${sql.join(SUCCESSFUL_STATUSES.map((status) => sql.lit(status)))})`
  const { rows } = await sql<MatchSums>`
    select count(*) as count, count(case when ${isSuccessful} then 1 end) as "successfulCount",
      cast(coalesce(sum(case when ${isSuccessful} then amount end), 0) as bigint) as "successfulAmount"
    from ${found}`.execute(db)
  return rows[0] ?? { count: 0, successfulCount: 0, successfulAmount: 0 }
}
