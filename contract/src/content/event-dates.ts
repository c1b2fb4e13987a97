import { type CalendarDay, startOfZonedDay, zonedDay, zoneFormat } from '../base/zoned-time.ts'

/**
 * Each is a whole day as `YYYY-MM-DD`, or a moment in UTC as ISO 8601. Other values, which another
 * backend may send, count as missing.
 */
export interface EventDates {
  startsAt: unknown
  endsAt: unknown
}

/** A whole day, or a moment in milliseconds since 1970. */
type EventTime = { readonly day: CalendarDay } | { readonly at: number }

const EVENT_TIME = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/

/** Returns undefined for anything but an existing day or moment. */
export function parseEventTime(text: unknown): EventTime | undefined {
  const [date, year, month, day, time] = (typeof text === 'string' && EVENT_TIME.exec(text)) || []
  if (date === undefined) return undefined
  const calendarDay = { year: Number(year), month: Number(month), day: Number(day) }
  if (dayText(calendarDay) !== date.slice(0, 10)) return undefined
  if (time === undefined) return { day: calendarDay }
  const at = Date.parse(date)
  return Number.isNaN(at) ? undefined : { at }
}

/** The start in milliseconds since 1970; undefined without a date. */
function eventStart({ startsAt }: EventDates, timeZone: string): number | undefined {
  const start = parseEventTime(startsAt)
  return start && (isMoment(start) ? start.at : startOfZonedDay(start.day, timeZone))
}

/**
 * The end in milliseconds since 1970; undefined without a date. A whole day ends at its local
 * midnight. An event without an end lasts until the midnight of its first day.
 */
function eventEnd({ startsAt, endsAt }: EventDates, timeZone: string): number | undefined {
  const end = parseEventTime(endsAt)
  if (end && isMoment(end)) return end.at
  const last = end ?? parseEventTime(startsAt)
  if (!last) return undefined
  const { year, month, day } = isMoment(last) ? zonedDay(last.at, timeZone) : last.day
  return startOfZonedDay({ year, month, day: day + 1 }, timeZone)
}

/** False without both dates. */
export function isEndBeforeStart(event: EventDates, timeZone: string): boolean {
  const start = eventStart(event, timeZone)
  const last = parseEventTime(event.endsAt)
  const end = eventEnd(event, timeZone)
  if (start === undefined || last === undefined || end === undefined) return false
  return isMoment(last) ? end < start : end <= start
}

/** Whether an event has ended at `now`, in milliseconds since 1970. One without a date has not. */
export function isEventOver(event: EventDates, now: number, timeZone: string): boolean {
  const end = eventEnd(event, timeZone)
  return end !== undefined && end <= now
}

/**
 * Sorts by date for people who plan: events that are not over, the nearest first; then those
 * without a date; then past ones, the latest first. Events with the same date keep their order.
 */
export function sortEventsByDate<Item extends EventDates>(events: readonly Item[], now: number, zone: string): Item[] {
  const keyed = events.map((event) => {
    const start = eventStart(event, zone) ?? eventEnd(event, zone)
    if (start === undefined) return { event, group: 1, key: 0 }
    return isEventOver(event, now, zone) ? { event, group: 2, key: -start } : { event, group: 0, key: start }
  })
  return keyed.sort((a, b) => a.group - b.group || a.key - b.key).map(({ event }) => event)
}

const TIME = { hour: 'numeric', minute: '2-digit', hour12: true } as const
const ENGLISH = { date: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }, time: TIME } as const
/** In other languages, as people say them: the month in full, and सुबह, दोपहर, शाम or रात with the time. */
const OTHERS = {
  date: { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' },
  time: { ...TIME, dayPeriod: 'short' },
} as const

/**
 * Formats when an event takes place, in the trust's zone: `Sat, 21 – Mon, 23 Nov 2026`. Empty
 * without a date. An end before the start counts as equal to it. `locale` is `en` or `hi`.
 */
export function formatEventDates(event: EventDates, timeZone: string, locale: string): string {
  const start = parseEventTime(event.startsAt)
  const end = parseEventTime(event.endsAt)
  const days = formatOf('date', locale, 'UTC')
  const day = (time: EventTime) => days.format(utcOf(isMoment(time) ? zonedDay(time.at, timeZone) : time.day))
  const clock = formatOf('time', locale, timeZone)
  // The whole moment from one format would have other words between date and time in Hindi.
  const format = (time: EventTime) => (isMoment(time) ? `${day(time)}, ${clock.format(time.at)}` : day(time))

  function text(): string {
    const only = start ?? end
    if (!only) return ''
    if (!start || !end || isEndBeforeStart(event, timeZone)) return format(only)
    if (!isMoment(start) && !isMoment(end)) {
      return days.formatRange(utcOf(start.day), utcOf(end.day))
    }
    if (isMoment(start) && isMoment(end) && end.at === start.at) return format(start)
    if (!isMoment(start) || day(start) !== day(end)) return `${format(start)} – ${format(end)}`
    // On the same day. An end without a time says nothing more.
    return isMoment(end) ? `${day(start)}, ${clock.formatRange(start.at, end.at)}` : format(start)
  }

  // Capitals match the clock in the header. The space before them must not break a line.
  return text().replace(/\s(am|pm)\b/g, (half) => `\u00a0${half.slice(1).toUpperCase()}`)
}

function formatOf(part: 'date' | 'time', locale: string, timeZone: string): Intl.DateTimeFormat {
  const region = `${locale}-IN`
  const options = locale === 'en' ? ENGLISH : OTHERS
  return zoneFormat(
    `${part} ${region}`,
    timeZone,
    (zone) => new Intl.DateTimeFormat(region, { ...options[part], timeZone: zone }),
  )
}

function isMoment(time: EventTime): time is { readonly at: number } {
  return 'at' in time
}

function utcOf({ year, month, day }: CalendarDay): number {
  return Date.UTC(year, month - 1, day)
}

function dayText(day: CalendarDay): string {
  return new Date(utcOf(day)).toISOString().slice(0, 10)
}
