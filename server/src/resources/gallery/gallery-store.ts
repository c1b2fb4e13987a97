import type { Photo } from '@sevadesk/contract/gallery-schemas.ts'
import { findGallery, type GalleryName } from '@sevadesk/contract/section.ts'
import type { Selectable } from 'kysely'
import { newId } from '../../db/id.ts'
import { PICTURE_COLUMNS, pictureFields } from '../../db/picture-fields.ts'
import type { Db, Tables } from '../../db/schema.ts'

/** A photo is found under its own section only. */
export interface PhotoAddress {
  section: GalleryName
  id: string
}

export interface NewPhotos {
  section: GalleryName
  title: string
  description: string
  /** In the order in which the user chose the files; the last counts as the newest. */
  paths: readonly string[]
}

/** Newest first; equal times are ordered by `_id`. */
export async function listPhotos(db: Db, section: GalleryName): Promise<Photo[]> {
  const rows = await selectPhotos(db)
    .where('section_name', '=', section)
    .orderBy('photos.created_at', 'desc')
    .orderBy('photos.id', 'desc')
    .execute()
  return rows.map(toPhoto)
}

export async function getPhoto(db: Db, { section, id }: PhotoAddress): Promise<Photo> {
  const query = selectPhotos(db).where('photos.id', '=', id).where('section_name', '=', section)
  return toPhoto(await query.executeTakeFirstOrThrow())
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

/** Returns the new photos, newest first. */
export async function insertPhotos(db: Db, { section, title, description, paths }: NewPhotos): Promise<Photo[]> {
  const created_at = new Date().toISOString()
  const rows = paths.map((path) => ({ id: newId(), section_name: section, title, description, path, created_at }))
  await db.insertInto('photos').values(rows).execute()
  const ids = rows.map(({ id }) => id)
  const inserted = await selectPhotos(db).where('photos.id', 'in', ids).orderBy('photos.id', 'desc').execute()
  return inserted.map(toPhoto)
}

/** Changes the given text, locks the row and returns the stored path; undefined if not found. */
export async function updatePhotoText(
  transaction: Db,
  { section, id }: PhotoAddress,
  { title, description }: { title?: string; description?: string },
): Promise<string | undefined> {
  const row = await transaction
    .updateTable('photos')
    .set((column) => ({
      title: title ?? column.ref('title'),
      description: description ?? column.ref('description'),
    }))
    .where('id', '=', id)
    .where('section_name', '=', section)
    .returning('path')
    .executeTakeFirst()
  return row?.path
}

export async function updatePhotoPath(transaction: Db, id: string, path: string): Promise<void> {
  await transaction.updateTable('photos').set({ path }).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Returns the stored path; undefined if not found. */
export async function deletePhoto(transaction: Db, { section, id }: PhotoAddress): Promise<string | undefined> {
  const row = await transaction
    .deleteFrom('photos')
    .where('id', '=', id)
    .where('section_name', '=', section)
    .returning('path')
    .executeTakeFirst()
  return row?.path
}

function selectPhotos(db: Db) {
  return db
    .selectFrom('photos')
    .leftJoin('pictures', 'pictures.path', 'photos.path')
    .selectAll('photos')
    .select(PICTURE_COLUMNS)
}

type PhotoRow = Selectable<Tables['photos']> & Parameters<typeof pictureFields>[0]

function toPhoto(row: PhotoRow): Photo {
  const gallery = findGallery(row.section_name)
  if (!gallery) throw new Error(`The photo ${row.id} is in no known gallery: ${row.section_name}`)
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    imageUrl: row.path,
    ...pictureFields(row),
    sectionName: gallery.name,
    createdAt: row.created_at,
  }
}
