import { type Db, databaseNow } from '../../db/db.ts'

/** Duration of a lease in milliseconds, from its last renewal. */
export const LEASE_MS = 10 * 60_000

/** Whether files of deleted rows must stay, because a backup may still copy them. */
export async function isBackupRunning(db: Db): Promise<boolean> {
  const now = (await databaseNow(db)).getTime()
  const row = await db
    .selectFrom('backups')
    .select('id')
    .where('ended_at', 'is', null)
    .where('alive_until', '>', new Date(now).toISOString())
    // A clock that was wrong by a year would otherwise keep files for a year.
    .where('alive_until', '<=', new Date(now + 2 * LEASE_MS).toISOString())
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
