import { findGallery, type GalleryName } from '@sevadesk/contract/accounts/section.ts'
import type { Photo } from '@sevadesk/contract/content/gallery-schemas.ts'
import type { Selectable } from 'kysely'
import { type Db, isPostgres, type Tables } from '../../db/db.ts'
import { newId } from '../../db/id.ts'
import { PICTURE_COLUMNS, pictureFields } from '../../db/picture-fields.ts'

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

/** With `isLocked`, locks the row until the transaction ends. */
export async function findPhoto(db: Db, { section, id }: PhotoAddress, isLocked = false): Promise<Photo | undefined> {
  let query = selectPhotos(db).where('photos.id', '=', id).where('section_name', '=', section)
  if (isLocked && isPostgres(db)) query = query.forUpdate('photos')
  const row = await query.executeTakeFirst()
  return row && toPhoto(row)
}

/** Returns the gallery of a photo; undefined if not found. */
export async function findPhotoSection(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('photos').select('section_name').where('id', '=', id).executeTakeFirst()
  return row?.section_name
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

/** Changes the given columns. */
export async function updatePhoto(
  transaction: Db,
  id: string,
  { title, description, path }: { title?: string; description?: string; path?: string },
): Promise<void> {
  await transaction
    .updateTable('photos')
    .set((column) => ({
      title: title ?? column.ref('title'),
      description: description ?? column.ref('description'),
      path: path ?? column.ref('path'),
      version: column('version', '+', 1),
    }))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
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
    version: row.version,
  }
}
