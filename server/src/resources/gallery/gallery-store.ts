import type { Photo } from '@sevadesk/contract/gallery-schemas.ts'
import { findGallery, type GalleryName } from '@sevadesk/contract/section.ts'
import type { Selectable } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Db, Tables } from '../../db/schema.ts'

/** A photo is reached by its section and id together: a known id under another section is no address. */
export interface PhotoAddress {
  section: GalleryName
  id: string
}

export interface NewPhotos {
  section: GalleryName
  title: string
  description: string
  /** Stored paths in the order chosen; the last counts as the newest. */
  paths: readonly string[]
}

/** Newest first; photos of one moment by `_id`, so that the order never changes between two reads. */
export async function listPhotos(db: Db, section: GalleryName): Promise<Photo[]> {
  const rows = await db
    .selectFrom('photos')
    .selectAll()
    .where('section_name', '=', section)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toPhoto)
}

export async function hasPhoto(db: Db, { section, id }: PhotoAddress): Promise<boolean> {
  const row = await db
    .selectFrom('photos')
    .select('id')
    .where('id', '=', id)
    .where('section_name', '=', section)
    .executeTakeFirst()
  return row !== undefined
}

/** Answers the new photos, newest first. */
export async function insertPhotos(db: Db, { section, title, description, paths }: NewPhotos): Promise<Photo[]> {
  const created_at = new Date().toISOString()
  const rows = paths.map((path) => ({ id: newId(), section_name: section, title, description, path, created_at }))
  await db.insertInto('photos').values(rows).execute()
  return rows.map(toPhoto).reverse()
}

/** Changes the text that is given and answers the photo; until the transaction ends, nobody else can change it. */
export async function updatePhotoText(
  transaction: Db,
  { section, id }: PhotoAddress,
  { title, description }: { title?: string; description?: string },
): Promise<Photo | undefined> {
  const row = await transaction
    .updateTable('photos')
    .set((column) => ({
      title: title ?? column.ref('title'),
      description: description ?? column.ref('description'),
    }))
    .where('id', '=', id)
    .where('section_name', '=', section)
    .returningAll()
    .executeTakeFirst()
  return row && toPhoto(row)
}

export async function updatePhotoPath(transaction: Db, id: string, path: string): Promise<void> {
  await transaction.updateTable('photos').set({ path }).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Answers the stored path of the photo that is gone, `undefined` when there was none. */
export async function deletePhoto(transaction: Db, { section, id }: PhotoAddress): Promise<string | undefined> {
  const row = await transaction
    .deleteFrom('photos')
    .where('id', '=', id)
    .where('section_name', '=', section)
    .returning('path')
    .executeTakeFirst()
  return row?.path
}

function toPhoto(row: Selectable<Tables['photos']>): Photo {
  const gallery = findGallery(row.section_name)
  if (!gallery) throw new Error(`The photo ${row.id} is in no known gallery: ${row.section_name}`)
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    imageUrl: row.path,
    sectionName: gallery.name,
    createdAt: row.created_at,
  }
}
