import type { HomeVideo } from '@sevadesk/contract/home-video-schemas.ts'
import type { Selectable } from 'kysely'
import { newId } from '../../db/id.ts'
import { PICTURE_COLUMNS, pictureFields } from '../../db/picture-fields.ts'
import type { Db, Tables } from '../../db/schema.ts'

type Row = Selectable<Tables['home_videos']>

type StoredFiles = Pick<Row, 'path' | 'poster_path'>

/** Newest first; equal times are ordered by `_id`. */
export async function listHomeVideos(db: Db): Promise<HomeVideo[]> {
  const rows = await selectHomeVideos(db)
    .orderBy('home_videos.created_at', 'desc')
    .orderBy('home_videos.id', 'desc')
    .execute()
  return rows.map(toHomeVideo)
}

export async function getHomeVideo(db: Db, id: string): Promise<HomeVideo> {
  return toHomeVideo(await selectHomeVideos(db).where('home_videos.id', '=', id).executeTakeFirstOrThrow())
}

export async function hasHomeVideo(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('home_videos').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Returns the new id. */
export async function insertHomeVideo(db: Db, video: Omit<Row, 'id' | 'created_at'>): Promise<string> {
  const row = { id: newId(), ...video, created_at: new Date().toISOString() }
  await db.insertInto('home_videos').values(row).execute()
  return row.id
}

/** Changes the given text, locks the row and returns its files; undefined if not found. */
export async function updateHomeVideoText(
  transaction: Db,
  id: string,
  { title, description }: { title?: string; description?: string },
): Promise<StoredFiles | undefined> {
  return transaction
    .updateTable('home_videos')
    .set((column) => ({
      title: title ?? column.ref('title'),
      description: description ?? column.ref('description'),
    }))
    .where('id', '=', id)
    .returning(['path', 'poster_path'])
    .executeTakeFirst()
}

export async function updateHomeVideoPath(transaction: Db, id: string, path: string): Promise<void> {
  await transaction.updateTable('home_videos').set({ path }).where('id', '=', id).executeTakeFirstOrThrow()
}

export async function updatePosterPath(transaction: Db, id: string, poster_path: string | null): Promise<void> {
  await transaction.updateTable('home_videos').set({ poster_path }).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Returns the stored files; undefined if not found. */
export async function deleteHomeVideo(transaction: Db, id: string): Promise<StoredFiles | undefined> {
  return transaction
    .deleteFrom('home_videos')
    .where('id', '=', id)
    .returning(['path', 'poster_path'])
    .executeTakeFirst()
}

function selectHomeVideos(db: Db) {
  return db
    .selectFrom('home_videos')
    .leftJoin('pictures', 'pictures.path', 'home_videos.poster_path')
    .selectAll('home_videos')
    .select(PICTURE_COLUMNS)
}

function toHomeVideo(row: Row & Parameters<typeof pictureFields>[0]): HomeVideo {
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    videoUrl: row.path,
    posterUrl: row.poster_path,
    ...pictureFields(row),
    createdAt: row.created_at,
  }
}
