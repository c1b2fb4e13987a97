import { timeInZone, zonedDateTime, zoneOffset } from '@sevadesk/contract/base/zoned-time.ts'
import { parseEventTime } from '@sevadesk/contract/content/event-dates.ts'
import type { MediaDraft } from '../../media/media-item.ts'
import type { Event } from './event-queries.ts'

const HALF_YEAR_MS = 182 * 86_400_000

/**
 * The form holds a local time of the trust's zone: `2026-11-21`, `2026-11-21T18:00`, or `T18:00`
 * while the date is missing.
 */
export interface LocalTime {
  /** `YYYY-MM-DD`, empty, or what was typed if it is no day. */
  date: string
  /** `HH:mm`, or empty for a whole day. */
  time: string
}

export function splitLocalTime(text = ''): LocalTime {
  const [, date = '', time = ''] = /^(.*?)(?:T(\d{2}:\d{2}))?$/.exec(text) ?? []
  return { date, time }
}

export function joinLocalTime({ date, time }: LocalTime): string {
  return time ? `${date}T${time}` : date
}

/** The form values of an event's dates and venue. */
export function detailsDraft({ startsAt, endsAt, venue }: Event, timeZone: string): Partial<MediaDraft> {
  return { startsAt: toLocal(startsAt, timeZone), endsAt: toLocal(endsAt, timeZone), venue }
}

/**
 * The fields to send: days as entered, times in UTC. An end time without a date is on the first
 * day. The server rejects a time without any date.
 */
export function detailsToSend({ startsAt = '', endsAt = '', venue = '' }: MediaDraft, timeZone: string) {
  const end = splitLocalTime(endsAt)
  if (end.time) end.date ||= splitLocalTime(startsAt).date
  return { startsAt: toSend(startsAt, timeZone), endsAt: toSend(joinLocalTime(end), timeZone), venue }
}

function toLocal(stored: string, timeZone: string): string {
  const time = parseEventTime(stored)
  if (!time) return ''
  return 'at' in time ? zonedDateTime(time.at, timeZone).slice(0, 16).replace(' ', 'T') : stored
}

function toSend(local: string, timeZone: string): string {
  const at = local.includes('T') ? timeInZone(local, timeZone) : Number.NaN
  return Number.isNaN(at) ? local : new Date(at).toISOString()
}

/** Whether the browser's clock shows the same time as this zone's, in summer and in winter. */
export function isBrowserZone(timeZone: string, now = Date.now()): boolean {
  return [now, now + HALF_YEAR_MS].every(
    (at) => zoneOffset(at, timeZone) === -new Date(at).getTimezoneOffset() * 60_000,
  )
}
