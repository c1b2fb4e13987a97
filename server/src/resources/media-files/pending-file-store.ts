import { type Db, isPostgres } from '../../db/db.ts'
import { isFree, newLease } from '../../db/lease.ts'
import { parseWidths } from '../../db/picture-fields.ts'
import type { PictureSize } from '../../media/media.ts'

/**
 * Adds files to `pending_files` that will get a row (`adding`) or have lost theirs (`deleting`).
 * `deleting` replaces an existing `adding`, not the reverse. The caller renews the lease of `adding`.
 */
export async function insertPendingFiles(
  db: Db,
  paths: readonly string[],
  state: 'adding' | 'deleting',
): Promise<void> {
  if (paths.length === 0) return
  const created_at = new Date().toISOString()
  const lease = state === 'adding' ? newLease(db) : {}
  await db
    .insertInto('pending_files')
    .values(paths.map((path) => ({ path, state, created_at, ...lease })))
    .onConflict((conflict) =>
      state === 'deleting' ? conflict.column('path').doUpdateSet({ state }) : conflict.doNothing(),
    )
    .execute()
}

export async function renewPendingFiles(db: Db, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  await db.updateTable('pending_files').set(newLease(db)).where('path', 'in', paths).execute()
}

/**
 * Removes added files from `pending_files`, in the transaction that inserts their rows. Returns how
 * many were still listed as `adding`.
 */
export async function claimAddedFiles(transaction: Db, paths: readonly string[]): Promise<number> {
  if (paths.length === 0) return 0
  const { numDeletedRows } = await transaction
    .deleteFrom('pending_files')
    .where('path', 'in', paths)
    .where('state', '=', 'adding')
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Afterwards no transaction can name the file: `claimAddedFiles` does not find it. */
export async function markFileForDeletion(db: Db, path: string): Promise<void> {
  await db.updateTable('pending_files').set({ state: 'deleting' }).where('path', '=', path).execute()
}

export async function deletePendingFile(db: Db, path: string): Promise<void> {
  await db.deleteFrom('pending_files').where('path', '=', path).execute()
}

/** Lists the files that no server is adding now, those of `paths` or all. */
export async function listPendingFiles(db: Db, paths?: readonly string[]): Promise<string[]> {
  if (paths?.length === 0) return []
  const rows = await db
    .selectFrom('pending_files')
    .select('path')
    .where(isFree(db))
    .$if(paths !== undefined, (files) => files.where('path', 'in', paths ?? []))
    .orderBy('created_at')
    .execute()
  return rows.map(({ path }) => path)
}

/** Lists the files whose rows have gone; on PostgreSQL also those that a killed server was adding. */
export async function listFilesToDelete(db: Db): Promise<string[]> {
  if (isPostgres(db)) return listPendingFiles(db)
  const rows = await db.selectFrom('pending_files').select('path').where('state', '=', 'deleting').execute()
  return rows.map(({ path }) => path)
}

/** Whether a row names the file. Every column with a stored path must be queried here. */
export async function isFileNamed(db: Db, path: string): Promise<boolean> {
  const row = await db
    .selectFrom('photos')
    .select('path')
    .where('path', '=', path)
    .unionAll(
      db
        .selectFrom('events')
        .select('image_path as path')
        .where('image_path', '=', path)
        .$narrowType<{ path: string }>(),
    )
    .unionAll(db.selectFrom('home_videos').select('path').where('path', '=', path))
    .unionAll(
      db
        .selectFrom('home_videos')
        .select('poster_path as path')
        .where('poster_path', '=', path)
        .$narrowType<{ path: string }>(),
    )
    .unionAll(db.selectFrom('donor_certificates').select('path').where('path', '=', path))
    .unionAll(db.selectFrom('trashed_files').select('path').where('path', '=', path))
    .executeTakeFirst()
  return row !== undefined
}

export async function insertPictures(db: Db, pictures: readonly ({ path: string } & PictureSize)[]): Promise<void> {
  if (pictures.length === 0) return
  const rows = pictures.map(({ path, width, height }) => ({ path, width, height, widths: '[]' }))
  await db.insertInto('pictures').values(rows).execute()
}

export async function deletePictures(db: Db, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  await db.deleteFrom('pictures').where('path', 'in', paths).execute()
}

/** The widths in pixels of the stored smaller versions; `undefined` for an unknown picture. */
export async function findWidths(db: Db, path: string): Promise<number[] | undefined> {
  const row = await db.selectFrom('pictures').select('widths').where('path', '=', path).executeTakeFirst()
  return row && parseWidths(row.widths)
}

/** Returns false when the picture no longer exists. */
export async function updateWidths(db: Db, path: string, widths: readonly number[]): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pictures')
    .set({ widths: JSON.stringify(widths) })
    .where('path', '=', path)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
