import type { Selectable } from 'kysely'
import type { Db, Tables } from '../../db/db.ts'

export type BackupRow = Selectable<Tables['backups']>

/** Results are kept for this long, in milliseconds. */
const KEPT_MS = 366 * 24 * 60 * 60 * 1000

/** Adds a row that keeps files from being deleted until `aliveUntil`. */
export async function insertBackup(
  db: Db,
  { id, kind, file, aliveUntil }: Pick<BackupRow, 'id' | 'kind' | 'file'> & { aliveUntil: Date },
): Promise<void> {
  const now = new Date()
  const started_at = now.toISOString()
  await db
    .deleteFrom('backups')
    .where('started_at', '<', new Date(now.getTime() - KEPT_MS).toISOString())
    .execute()
  const row = { id, kind, file, started_at, alive_until: aliveUntil.toISOString(), ended_at: null }
  await db
    .insertInto('backups')
    .values({ ...row, bytes: null, error: null })
    .execute()
}

/** Returns false if the backup has ended or was not renewed in time, so that files may have been deleted. */
export async function renewBackup(db: Db, id: string, aliveUntil: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('backups')
    .set({ alive_until: aliveUntil.toISOString() })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('alive_until', '>', new Date().toISOString())
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Records the result, and lets files be deleted again. A backup that lacks files has both. */
export async function endBackup(
  db: Db,
  id: string,
  { bytes = null, error = null }: { bytes?: number | null; error?: string | null },
): Promise<void> {
  const ended_at = new Date().toISOString()
  await db.updateTable('backups').set({ ended_at, bytes, error }).where('id', '=', id).execute()
}

/** Returns the archive of a restore; undefined if that has not filled the database. */
export async function findRestoredFile(db: Db, id: string): Promise<string | undefined> {
  return (await db.selectFrom('backups').select('file').where('id', '=', id).executeTakeFirst())?.file
}

/** Adds the restore that fills this database, in its transaction. */
export async function insertRestore(transaction: Db, { id, file }: Pick<BackupRow, 'id' | 'file'>): Promise<void> {
  const now = new Date().toISOString()
  const times = { started_at: now, alive_until: now, ended_at: now }
  await transaction
    .insertInto('backups')
    .values({ id, kind: 'restore', file, ...times, bytes: null, error: null })
    .execute()
}

/** The newest backup that has everything, up to `now`: a clock may have been wrong. */
export async function findLastGood(
  db: Db,
  kinds: readonly BackupRow['kind'][],
  now: Date,
): Promise<BackupRow | undefined> {
  return newest(db, kinds, now).where('bytes', 'is not', null).where('error', 'is', null).executeTakeFirst()
}

/** The newest backup that wrote its file, also one that lacks photos or videos. */
export async function findLastWritten(
  db: Db,
  kinds: readonly BackupRow['kind'][],
  now: Date,
): Promise<BackupRow | undefined> {
  return newest(db, kinds, now).where('bytes', 'is not', null).executeTakeFirst()
}

/** The newest attempt up to `now`, whatever became of it. */
export async function findLastAttempt(
  db: Db,
  kinds: readonly BackupRow['kind'][],
  now: Date,
): Promise<BackupRow | undefined> {
  return newest(db, kinds, now).executeTakeFirst()
}

/** The name of a backup before an update, with its date and time. */
const UPDATE_NAME = '%before-update-%-____-__-__-______.tar'

function newest(db: Db, kinds: readonly BackupRow['kind'][], now: Date) {
  return (
    db
      .selectFrom('backups')
      .selectAll()
      .where('kind', 'in', kinds)
      .where('started_at', '<=', now.toISOString())
      // Taken to go back, often on the disk of the data.
      .where('file', 'not like', UPDATE_NAME)
      .where('file', 'not like', `${UPDATE_NAME}.age`)
      .orderBy('started_at', 'desc')
      .limit(1)
  )
}

/**
 * Records the failure of the daily backup that was started at `since`. Adds its row if the program
 * died before it wrote one.
 */
export async function insertFailure(
  db: Db,
  { id, file, since, error }: Pick<BackupRow, 'id' | 'file'> & { since: Date; error: string },
): Promise<void> {
  const own = db
    .selectFrom('backups')
    .select('id')
    .where('kind', '=', 'daily')
    .where('started_at', '>=', since.toISOString())
  const ended_at = new Date().toISOString()
  await db
    .updateTable('backups')
    .set({ ended_at, error })
    .where('id', 'in', own)
    .where('ended_at', 'is', null)
    .execute()
  if (await own.executeTakeFirst()) return
  const times = { started_at: since.toISOString(), alive_until: ended_at, ended_at }
  await db
    .insertInto('backups')
    .values({ id, kind: 'daily', file, ...times, bytes: null, error })
    .execute()
}
