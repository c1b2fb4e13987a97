import type { DateSort } from '@sevadesk/contract/donations/donation-sort.ts'
import { sql } from 'kysely'
import { isPostgres } from '../../../db/engine.ts'
import type { Db } from '../../../db/schema.ts'
import { type DonationConditions, type MatchSums, matchesConditions, sumsOf } from '../donation-conditions-store.ts'

/**
 * Up to this many matches PostgreSQL sorts them all. With more, scanning the index by time finds a
 * page sooner, unless all of them are years old.
 */
const SORTED_MATCHES = 10_000

/**
 * Counts matches up to `limit`. PostgreSQL uses its trigram indexes, SQLite reads the index that
 * contains the texts.
 */
export async function countByScan(db: Db, conditions: DonationConditions, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from donations ${textIndex(db)} where ${matchesConditions(conditions)} limit ${sql.lit(limit)}
    ) matches`.execute(db)
  return rows[0]?.count ?? 0
}

/** Counts and sums the first `limit` matches. */
export async function sumByScan(db: Db, conditions: DonationConditions, limit: number): Promise<MatchSums> {
  const found = sql`select status, amount from donations ${textIndex(db)} where ${matchesConditions(conditions)}`
  return sumsOf(db, sql`(${found} limit ${sql.lit(limit)}) found`)
}

/** Returns the row numbers (`donations.n`) of one page of matches, in the order of the list. */
export async function listByScan(
  db: Db,
  conditions: DonationConditions,
  { sort, offset, limit, count }: { sort: DateSort; offset: number; limit: number; count: number },
): Promise<number[]> {
  const direction = sql.raw(sort === 'latest' ? 'desc' : 'asc')
  // Without `offset 0` the planner would scan the whole index by time for these few matches.
  const fence = isPostgres(db) && count <= SORTED_MATCHES ? sql`offset 0` : sql``
  const { rows } = await sql<{ n: number }>`
    select n from (
      select n, local_day, created_at, id from donations ${textIndex(db)} where ${matchesConditions(conditions)} ${fence}
    ) matches
    order by local_day ${direction}, created_at ${direction}, id ${direction} limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows.map(({ n }) => n)
}

function textIndex(db: Db) {
  return isPostgres(db) ? sql`` : sql`indexed by donations_by_text`
}
