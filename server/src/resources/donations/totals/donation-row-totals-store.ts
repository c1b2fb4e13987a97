import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/schema.ts'
import {
  type DonationConditions,
  type MatchSums,
  matchesConditions,
  type ReceivedRange,
  receivedWithin,
  STATUS_KEY,
} from '../donation-conditions-store.ts'
import { fieldIndex, hasFields, isWithoutCollector } from '../donation-fields-store.ts'
import { BY_RECEIVED, indexedBy } from '../groups/donation-received-store.ts'
import type { PeriodCount } from './donation-totals-store.ts'

/** As `countByPeriod`, from the rows: for filters that the totals do not know. Leaves the search out. */
export async function countRowsByPeriod(
  db: Db,
  unit: 'day' | 'month',
  conditions: DonationConditions,
): Promise<PeriodCount[]> {
  const period = unit === 'day' ? sql`local_day` : sql`substr(local_day, 1, ${sql.lit('YYYY-MM'.length)})`
  const { rows } = await sql<PeriodCount>`
    select ${period} as period, count(*) as count from donations ${rowIndex(db, conditions)}
    where ${matchesConditions({ ...conditions, query: [] })} group by ${period} order by ${period}`.execute(db)
  return rows
}

/** Counts the rows, those that are successful, and sums these. Leaves the search out. */
export async function sumRows(db: Db, conditions: DonationConditions): Promise<MatchSums> {
  const isSuccessful = sql`${STATUS_KEY} = 'authorized'`
  const { rows } = await sql<MatchSums>`
    select count(*) as count, count(case when ${isSuccessful} then 1 end) as "successfulCount",
      cast(coalesce(sum(case when ${isSuccessful} then amount end), 0) as bigint) as "successfulAmount"
    from donations ${rowIndex(db, conditions)}
    where ${matchesConditions({ ...conditions, query: [] })}`.execute(db)
  return rows[0] ?? { count: 0, successfulCount: 0, successfulAmount: 0 }
}

/**
 * The first time in a range at which money of an undeleted donation was received, whatever its
 * status.
 */
export async function findFirstTime(db: Db, received: ReceivedRange): Promise<string | undefined> {
  const conditions = sql.join([sql`deleted_at is null`, ...receivedWithin(received)], sql` and `)
  const { rows } = await sql<{ received_at: string }>`
    select received_at from donations ${indexedBy(db, BY_RECEIVED)}
    where ${conditions} order by received_at limit 1`.execute(db)
  return rows[0]?.received_at
}

function rowIndex(db: Db, { received, fields }: DonationConditions): RawBuilder<unknown> {
  const isByReceived = received && (!hasFields(fields) || isWithoutCollector(fields))
  return isByReceived ? indexedBy(db, BY_RECEIVED) : fieldIndex(db, fields)
}
