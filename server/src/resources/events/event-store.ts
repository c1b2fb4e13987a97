import type { Event } from '@sevadesk/contract/event-schemas.ts'
import type { Selectable } from 'kysely'
import { newId } from '../../db/id.ts'
import { PICTURE_COLUMNS, pictureFields } from '../../db/picture-fields.ts'
import type { Db, Tables } from '../../db/schema.ts'

export interface NewEvent {
  title: string
  description: string
  /** Null without a picture. */
  imagePath: string | null
}

/** Newest first; equal times are ordered by `_id`. */
export async function listEvents(db: Db): Promise<Event[]> {
  const rows = await selectEvents(db).orderBy('events.created_at', 'desc').orderBy('events.id', 'desc').execute()
  return rows.map(toEvent)
}

export async function getEvent(db: Db, id: string): Promise<Event> {
  return toEvent(await selectEvents(db).where('events.id', '=', id).executeTakeFirstOrThrow())
}

export async function hasEvent(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('events').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Returns the new id. */
export async function insertEvent(db: Db, { title, description, imagePath }: NewEvent): Promise<string> {
  const row = { id: newId(), title, description, image_path: imagePath, created_at: new Date().toISOString() }
  await db.insertInto('events').values(row).execute()
  return row.id
}

/** Changes the given text, locks the row and returns the picture's path; undefined if not found. */
export async function updateEventText(
  transaction: Db,
  id: string,
  { title, description }: { title?: string; description?: string },
): Promise<{ imagePath: string | null } | undefined> {
  const row = await transaction
    .updateTable('events')
    .set((column) => ({
      title: title ?? column.ref('title'),
      description: description ?? column.ref('description'),
    }))
    .where('id', '=', id)
    .returning('image_path as imagePath')
    .executeTakeFirst()
  return row
}

export async function updateEventImage(transaction: Db, id: string, path: string): Promise<void> {
  await transaction.updateTable('events').set({ image_path: path }).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Returns the picture's path; undefined if not found. */
export async function deleteEvent(transaction: Db, id: string): Promise<{ imagePath: string | null } | undefined> {
  return transaction.deleteFrom('events').where('id', '=', id).returning('image_path as imagePath').executeTakeFirst()
}

function selectEvents(db: Db) {
  return db
    .selectFrom('events')
    .leftJoin('pictures', 'pictures.path', 'events.image_path')
    .selectAll('events')
    .select(PICTURE_COLUMNS)
}

type EventRow = Selectable<Tables['events']> & Parameters<typeof pictureFields>[0]

function toEvent(row: EventRow): Event {
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    imageUrl: row.image_path,
    image: row.image_path,
    ...pictureFields(row),
    createdAt: row.created_at,
  }
}
