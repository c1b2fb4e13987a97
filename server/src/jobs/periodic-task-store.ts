import { type SqlBool, sql } from 'kysely'
import { type Db, databaseMs } from '../db/db.ts'
import { isFree, isOwn, newLease } from '../db/lease.ts'

/** Returns false if the task is not due, or another server runs it. */
export async function claimTask(db: Db, name: string, intervalMs: number): Promise<boolean> {
  await db
    .insertInto('periodic_tasks')
    .values({ name, due_ms: databaseMs(db) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const now = databaseMs(db)
  const { numUpdatedRows } = await db
    .updateTable('periodic_tasks')
    .set(newLease(db))
    .where('name', '=', name)
    // One that is due later is from a clock that was ahead.
    .where(sql<SqlBool>`due_ms not between ${now} + 1 and ${now} + ${sql.lit(intervalMs)}`)
    .where(isFree(db))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns false if another server took the task. */
export async function renewTask(db: Db, name: string): Promise<boolean> {
  const own = db.updateTable('periodic_tasks').set(newLease(db)).where('name', '=', name).where(isOwn())
  return (await own.executeTakeFirstOrThrow()).numUpdatedRows > 0n
}

/** Ends a run, unless another server took the task. The next run is due after `waitMs`. */
export async function releaseTask(db: Db, name: string, waitMs: number): Promise<void> {
  await db
    .updateTable('periodic_tasks')
    .set({ leased_until_ms: null, due_ms: sql<number>`${databaseMs(db)} + ${sql.lit(waitMs)}` })
    .where('name', '=', name)
    .where(isOwn())
    .execute()
}

/** Whether a server on PostgreSQL ran within the last minute: each takes turns at a task of every minute. */
export async function isServerRunning(db: Db): Promise<boolean> {
  const now = databaseMs(db)
  const running = db
    .selectFrom('periodic_tasks')
    .select('name')
    .where((where) =>
      where.or([
        sql<SqlBool>`coalesce(leased_until_ms, 0) > ${now}`,
        where.and([where('name', '=', 'delete-files'), sql<SqlBool>`due_ms > ${now}`]),
      ]),
    )
  return (await running.executeTakeFirst()) !== undefined
}
