import { isEndBeforeStart, parseEventTime } from '@sevadesk/contract/content/event-dates.ts'
import type { Event } from '@sevadesk/contract/content/event-schemas.ts'
import { badRequest, notFound } from '../../errors.ts'
import type { StagedFile } from '../../media/media.ts'
import { type LocalisedText, localised } from '../../text/localised-text.ts'
import { type ContentDependencies, changeFiles } from '../media-files/pending-file-service.ts'
import { contentRecord, trashedRecords } from '../trash/trashed-record-service.ts'
import type { EventFields } from './event-store.ts'
import * as store from './event-store.ts'

export const trashedEvents = trashedRecords({
  kind: 'event',
  table: 'events',
  files: ['image_path'],
  picture: 'image_path',
  label: ({ title }) => String(title),
})

export const events = contentRecord({
  kind: 'event',
  find: store.findEvent,
  fieldsOf: ({ title, description, startsAt, endsAt, venue, imageUrl }) => ({
    title,
    description,
    startsAt,
    endsAt,
    venue,
    imageUrl,
  }),
  noSuch: () => notFound(localised('There is no such event.')),
  trash: trashedEvents,
})

export interface EventText {
  title?: string
  description?: string
  startsAt?: string
  endsAt?: string
  venue?: string
}

interface EventDependencies extends ContentDependencies {
  /** The trust's time zone. */
  timeZone: string
}

/** Throws badRequest() for invalid dates. */
export async function addEvent(
  dependencies: EventDependencies,
  { title = '', description = '', venue = '', ...times }: EventText & { title: string },
  file: StagedFile | undefined,
): Promise<Event> {
  const { startsAt = null, endsAt = null } = parseTimes(times)
  assertOrder({ startsAt, endsAt }, dependencies.timeZone)
  const event = { title, description, venue, startsAt, endsAt, imagePath: file?.path ?? null }
  return changeFiles(dependencies, file ? [file] : [], async (transaction) => {
    const after = await events.get(transaction, { id: await store.insertEvent(transaction, event) })
    await events.record(transaction, dependencies.recorder, 'event.added', { after })
    return after
  })
}

/**
 * Keeps omitted fields; a new picture replaces the old one. Throws notFound(), 412 if the event has
 * another version than expected, and badRequest() for invalid dates.
 */
export async function updateEvent(
  dependencies: EventDependencies,
  { id, expectedVersion }: { id: string; expectedVersion?: string | undefined },
  { startsAt, endsAt, ...texts }: EventText,
  file: StagedFile | undefined,
): Promise<Event> {
  const fields = { ...texts, ...parseTimes({ startsAt, endsAt }) }
  return changeFiles(dependencies, file ? [file] : [], async (transaction, removeFile) => {
    const before = await events.get(transaction, { id }, { expectedVersion, isLocked: true })
    await store.updateEvent(transaction, id, { ...fields, ...(file && { imagePath: file.path }) })
    const after = await events.get(transaction, { id })
    assertOrder(after, dependencies.timeZone)
    if (file && before.imageUrl !== null) removeFile(before.imageUrl)
    await events.record(transaction, dependencies.recorder, 'event.changed', { before, after })
    return after
  })
}

type Times = Pick<EventFields, 'startsAt' | 'endsAt'>

/** Normalises the given times. Throws badRequest() with a message per field. */
function parseTimes(texts: { [Field in keyof Times]?: string | undefined }): Partial<Times> {
  const times: Partial<Times> = {}
  for (const field of ['startsAt', 'endsAt'] as const) {
    const text = texts[field]
    if (text === undefined) continue
    const time = parseEventTime(text)
    if (text !== '' && !time) throw fieldError(field, NO_DATE)
    times[field] = time && 'at' in time ? new Date(time.at).toISOString() : text || null
  }
  return times
}

/** Throws badRequest() if the event ends before it starts, or has only an end. */
function assertOrder(times: Times, timeZone: string): void {
  if (times.endsAt === null) return
  if (times.startsAt === null) throw fieldError('startsAt', NO_START)
  if (isEndBeforeStart(times, timeZone)) throw fieldError('endsAt', ENDS_BEFORE_START)
}

function fieldError(field: keyof Times, message: LocalisedText) {
  return badRequest(message, { [field]: message })
}

const NO_DATE = localised('Enter a date. The time may be left out.')
const NO_START = localised('Enter when the event starts.')
const ENDS_BEFORE_START = localised('The event cannot end before it starts.')
