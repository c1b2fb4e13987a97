import type { Event } from '@sevadesk/contract/event-schemas.ts'
import type { Selectable } from 'kysely'
import { newId } from '../../db/id.ts'
import { PICTURE_COLUMNS, pictureFields } from '../../db/picture-fields.ts'
import type { Db, Tables } from '../../db/schema.ts'

export interface EventFields {
  title: string
  description: string
  /** A day as `YYYY-MM-DD`, or a UTC ISO time; null if unknown. */
  startsAt: string | null
  endsAt: string | null
  venue: string
}

export interface NewEvent extends EventFields {
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
export async function insertEvent(db: Db, { startsAt, endsAt, imagePath, ...texts }: NewEvent): Promise<string> {
  const row = {
    id: newId(),
    ...texts,
    starts_at: startsAt,
    ends_at: endsAt,
    image_path: imagePath,
    created_at: new Date().toISOString(),
  }
  await db.insertInto('events').values(row).execute()
  return row.id
}

/**
 * Changes the given fields and locks the row. Returns the resulting dates and the picture's path;
 * undefined if not found.
 */
export async function updateEventFields(
  transaction: Db,
  id: string,
  { title, description, startsAt, endsAt, venue }: Partial<EventFields>,
): Promise<Pick<NewEvent, 'startsAt' | 'endsAt' | 'imagePath'> | undefined> {
  return transaction
    .updateTable('events')
    .set((column) => ({
      title: title ?? column.ref('title'),
      description: description ?? column.ref('description'),
      starts_at: startsAt === undefined ? column.ref('starts_at') : startsAt,
      ends_at: endsAt === undefined ? column.ref('ends_at') : endsAt,
      venue: venue ?? column.ref('venue'),
    }))
    .where('id', '=', id)
    .returning(['starts_at as startsAt', 'ends_at as endsAt', 'image_path as imagePath'])
    .executeTakeFirst()
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
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    venue: row.venue,
    createdAt: row.created_at,
  }
}
