import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** Returns how many statements of a PostgreSQL database wait for a lock. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select cast(count(*) as int) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}
