import { sql } from 'kysely'
import { isPostgres } from '../../../db/engine.ts'
import type { Db } from '../../../db/schema.ts'

/**
 * Returns what the search finds of the donations whose cancelled receipt has this printed number: the
 * numbers of their last receipts. Both in lower case.
 */
export async function findCurrentNumbers(db: Db, cancelled: string): Promise<string[]> {
  // Equals the expression in the index.
  const number = isPostgres(db) ? sql`snapshot::json ->> 'number'` : sql`json_extract(snapshot, '$.number')`
  const { rows } = await sql<{ current: string }>`
    select distinct lower(receipt_number) as current from receipts join donations on donations.id = donation_id
    where lower(${number}) = ${cancelled} and lower(receipt_number) <> ${cancelled}`.execute(db)
  return rows.map(({ current }) => current)
}
