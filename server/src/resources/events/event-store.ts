import type { Event } from '@sevadesk/contract/event-schemas.ts'
import type { Selectable } from 'kysely'
import { newId } from '../../db/id.ts'
import { PICTURE_COLUMNS, pictureFields } from '../../db/picture-fields.ts'
import type { Db, Tables } from '../../db/schema.ts'

export interface NewEvent {
  title: string
  description: string
  /** Stored path; null when the event has no picture. */
  imagePath: string | null
}

/** All events, newest first; those of one moment by `_id`, so that the order never changes between two reads. */
export async function listEvents(db: Db): Promise<Event[]> {
  const rows = await selectEvents(db).orderBy('events.created_at', 'desc').orderBy('events.id', 'desc').execute()
  return rows.map(toEvent)
}

/** Throws when there is none. */
export async function getEvent(db: Db, id: string): Promise<Event> {
  return toEvent(await selectEvents(db).where('events.id', '=', id).executeTakeFirstOrThrow())
}

export async function hasEvent(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('events').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Answers the new event's id. */
export async function insertEvent(db: Db, { title, description, imagePath }: NewEvent): Promise<string> {
  const row = { id: newId(), title, description, image_path: imagePath, created_at: new Date().toISOString() }
  await db.insertInto('events').values(row).execute()
  return row.id
}

/**
 * Changes the text that is given and answers the path of the picture that the event has, `undefined` when there is no such event;
 * until the transaction ends, nobody else can change it.
 */
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

/** Answers the path of the picture of the event that is gone, `undefined` when there was no such event. */
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
