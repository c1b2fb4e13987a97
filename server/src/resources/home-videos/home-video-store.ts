import type { HomeVideo } from '@sevadesk/contract/content/home-video-schemas.ts'
import type { Selectable } from 'kysely'
import { type Db, isPostgres, type Tables } from '../../db/db.ts'
import { newId } from '../../db/id.ts'
import { PICTURE_COLUMNS, pictureFields } from '../../db/picture-fields.ts'

type Row = Selectable<Tables['home_videos']>

/** A video as this server stores it, with every field. */
export type StoredHomeVideo = HomeVideo & { posterUrl: string | null }

/** Newest first; equal times are ordered by `_id`. */
export async function listHomeVideos(db: Db): Promise<HomeVideo[]> {
  const rows = await selectHomeVideos(db)
    .orderBy('home_videos.created_at', 'desc')
    .orderBy('home_videos.id', 'desc')
    .execute()
  return rows.map(toHomeVideo)
}

/** With `isLocked`, locks the row until the transaction ends. */
export async function findHomeVideo(
  db: Db,
  { id }: { id: string },
  isLocked = false,
): Promise<StoredHomeVideo | undefined> {
  let query = selectHomeVideos(db).where('home_videos.id', '=', id)
  if (isLocked && isPostgres(db)) query = query.forUpdate('home_videos')
  const row = await query.executeTakeFirst()
  return row && toHomeVideo(row)
}

/** Returns the new id. */
export async function insertHomeVideo(db: Db, video: Omit<Row, 'id' | 'created_at' | 'version'>): Promise<string> {
  const row = { id: newId(), ...video, created_at: new Date().toISOString() }
  await db.insertInto('home_videos').values(row).execute()
  return row.id
}

/** Changes the given columns. */
export async function updateHomeVideo(
  transaction: Db,
  id: string,
  {
    title,
    description,
    path,
    posterPath,
  }: { title?: string; description?: string; path?: string; posterPath?: string | null },
): Promise<void> {
  await transaction
    .updateTable('home_videos')
    .set((column) => ({
      title: title ?? column.ref('title'),
      description: description ?? column.ref('description'),
      path: path ?? column.ref('path'),
      poster_path: posterPath === undefined ? column.ref('poster_path') : posterPath,
      version: column('version', '+', 1),
    }))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

function selectHomeVideos(db: Db) {
  return db
    .selectFrom('home_videos')
    .leftJoin('pictures', 'pictures.path', 'home_videos.poster_path')
    .selectAll('home_videos')
    .select(PICTURE_COLUMNS)
}

function toHomeVideo(row: Row & Parameters<typeof pictureFields>[0]): StoredHomeVideo {
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    videoUrl: row.path,
    posterUrl: row.poster_path,
    ...pictureFields(row),
    createdAt: row.created_at,
    version: row.version,
  }
}
