import type { Event } from '@sevadesk/contract/event-schemas.ts'
import type { Db } from '../../db/schema.ts'

/** All events, newest first. */
export async function listEvents(db: Db): Promise<Event[]> {
  const rows = await db.selectFrom('events').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  return rows.map(({ id, title, description, image_path, created_at }) => ({
    _id: id,
    title,
    description,
    imageUrl: image_path,
    image: image_path,
    createdAt: created_at,
  }))
}
