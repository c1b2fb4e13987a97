import type { HomeVideo } from '@sevadesk/contract/home-video-schemas.ts'
import type { Selectable } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Db, Tables } from '../../db/schema.ts'

export interface NewHomeVideo {
  title: string
  description: string
  path: string
}

/** Newest first; equal times are ordered by `_id`. */
export async function listHomeVideos(db: Db): Promise<HomeVideo[]> {
  const rows = await db
    .selectFrom('home_videos')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toHomeVideo)
}

export async function hasHomeVideo(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('home_videos').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export async function insertHomeVideo(db: Db, video: NewHomeVideo): Promise<HomeVideo> {
  const row = { id: newId(), ...video, created_at: new Date().toISOString() }
  await db.insertInto('home_videos').values(row).execute()
  return toHomeVideo(row)
}

/** Changes the given text, locks the row and returns the video; undefined if not found. */
export async function updateHomeVideoText(
  transaction: Db,
  id: string,
  { title, description }: { title?: string; description?: string },
): Promise<HomeVideo | undefined> {
  const row = await transaction
    .updateTable('home_videos')
    .set((column) => ({
      title: title ?? column.ref('title'),
      description: description ?? column.ref('description'),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toHomeVideo(row)
}

export async function updateHomeVideoPath(transaction: Db, id: string, path: string): Promise<void> {
  await transaction.updateTable('home_videos').set({ path }).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Returns the stored path; undefined if not found. */
export async function deleteHomeVideo(transaction: Db, id: string): Promise<string | undefined> {
  const row = await transaction.deleteFrom('home_videos').where('id', '=', id).returning('path').executeTakeFirst()
  return row?.path
}

function toHomeVideo({ id, title, description, path, created_at }: Selectable<Tables['home_videos']>): HomeVideo {
  return { _id: id, title, description, videoUrl: path, createdAt: created_at }
}
