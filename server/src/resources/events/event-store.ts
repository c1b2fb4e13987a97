import type { Event } from '@sevadesk/contract/content/event-schemas.ts'
import type { Selectable } from 'kysely'
import { type Db, isPostgres, type Tables } from '../../db/db.ts'
import { newId } from '../../db/id.ts'
import { PICTURE_COLUMNS, pictureFields } from '../../db/picture-fields.ts'

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

/** An event as this server stores it, with every field. */
export type StoredEvent = Event & { imageUrl: string | null } & Pick<EventFields, 'startsAt' | 'endsAt' | 'venue'>

/** Newest first; equal times are ordered by `_id`. */
export async function listEvents(db: Db): Promise<Event[]> {
  const rows = await selectEvents(db).orderBy('events.created_at', 'desc').orderBy('events.id', 'desc').execute()
  return rows.map(toEvent)
}

/** With `isLocked`, locks the row until the transaction ends. */
export async function findEvent(db: Db, { id }: { id: string }, isLocked = false): Promise<StoredEvent | undefined> {
  let query = selectEvents(db).where('events.id', '=', id)
  if (isLocked && isPostgres(db)) query = query.forUpdate('events')
  const row = await query.executeTakeFirst()
  return row && toEvent(row)
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

/** Changes the given columns. */
export async function updateEvent(
  transaction: Db,
  id: string,
  { title, description, startsAt, endsAt, venue, imagePath }: Partial<NewEvent>,
): Promise<void> {
  await transaction
    .updateTable('events')
    .set((column) => ({
      title: title ?? column.ref('title'),
      description: description ?? column.ref('description'),
      starts_at: startsAt === undefined ? column.ref('starts_at') : startsAt,
      ends_at: endsAt === undefined ? column.ref('ends_at') : endsAt,
      venue: venue ?? column.ref('venue'),
      image_path: imagePath ?? column.ref('image_path'),
      version: column('version', '+', 1),
    }))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

function selectEvents(db: Db) {
  return db
    .selectFrom('events')
    .leftJoin('pictures', 'pictures.path', 'events.image_path')
    .selectAll('events')
    .select(PICTURE_COLUMNS)
}

type EventRow = Selectable<Tables['events']> & Parameters<typeof pictureFields>[0]

function toEvent(row: EventRow): StoredEvent {
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
    version: row.version,
  }
}
