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

/** The widths whose smaller versions are in place; `undefined` when nothing is known of the picture. */
export async function findWidths(db: Db, path: string): Promise<number[] | undefined> {
  const row = await db.selectFrom('pictures').select('widths').where('path', '=', path).executeTakeFirst()
  return row && parseWidths(row.widths)
}

/** Answers whether the picture is still known. */
export async function updateWidths(db: Db, path: string, widths: readonly number[]): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pictures')
    .set({ widths: JSON.stringify(widths) })
    .where('path', '=', path)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Stored paths of photos and events that nothing is known of: they are from before this table. */
export async function listUnknownPictures(db: Db): Promise<string[]> {
  const photos = db
    .selectFrom('photos')
    .leftJoin('pictures', 'pictures.path', 'photos.path')
    .select('photos.path')
    .where('pictures.path', 'is', null)
  const events = db
    .selectFrom('events')
    .leftJoin('pictures', 'pictures.path', 'events.image_path')
    .select('events.image_path as path')
    .where('pictures.path', 'is', null)
    .where('events.image_path', 'is not', null)
    .$narrowType<{ path: string }>()
  return (await photos.union(events).execute()).map(({ path }) => path)
}

/** Lets the photo or event that names one file name another. Answers whether there was one. */
export async function renamePicture(db: Db, from: string, to: string): Promise<boolean> {
  const photos = await db.updateTable('photos').set({ path: to }).where('path', '=', from).executeTakeFirstOrThrow()
  const events = await db
    .updateTable('events')
    .set({ image_path: to })
    .where('image_path', '=', from)
    .executeTakeFirstOrThrow()
  return photos.numUpdatedRows + events.numUpdatedRows > 0n
}
