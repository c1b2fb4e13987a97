import { sql } from 'kysely'
import { type Db, isPostgres } from '../../db/db.ts'

/** Returns the time zone that `local_day` was computed for; null in a new database. */
export async function findDaysZone(db: Db): Promise<string | null> {
  return (await db.selectFrom('local_days').select('time_zone').executeTakeFirstOrThrow()).time_zone
}

export async function updateDaysZone(transaction: Db, timeZone: string): Promise<void> {
  await transaction.updateTable('local_days').set({ time_zone: timeZone }).execute()
}

/**
 * Makes every other writer of donations wait until the transaction ends. SQLite allows only one
 * writing transaction at a time anyway.
 */
export async function lockDonations(transaction: Db): Promise<void> {
  if (isPostgres(transaction)) await sql`lock table donations in share row exclusive mode`.execute(transaction)
}

const BATCH = 500

/** Computes the day of every donation, deleted ones too. */
export async function updateDays(transaction: Db, dayOf: (createdAt: string) => string): Promise<void> {
  for (let last = 0, isOver = false; !isOver; ) {
    const rows = await transaction
      .selectFrom('donations')
      .select(['n', 'created_at', 'local_day'])
      .where('n', '>', last)
      .orderBy('n')
      .limit(BATCH)
      .execute()
    for (const { n, created_at, local_day } of rows) {
      const day = dayOf(created_at)
      if (day !== local_day) {
        await transaction.updateTable('donations').set({ local_day: day }).where('n', '=', n).execute()
      }
    }
    last = rows.at(-1)?.n ?? last
    isOver = rows.length < BATCH
  }
}
