import { parseWidths } from '../../db/picture-fields.ts'
import type { Db } from '../../db/schema.ts'
import type { PictureSize } from '../../media/media.ts'

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
