const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** A day of the calendar; `month` from 1. */
export interface CalendarDay {
  year: number
  month: number
  day: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Returns a format of the zone. Cached under `key` and the zone, since construction is slow. An
 * unknown zone is read as Asia/Kolkata.
 */
export function zoneFormat(
  key: string,
  timeZone: string,
  make: (timeZone: string) => Intl.DateTimeFormat,
): Intl.DateTimeFormat {
  const cacheKey = `${key} ${timeZone}`
  const cached = formats.get(cacheKey)
  if (cached) return cached
  let format: Intl.DateTimeFormat
  try {
    format = make(timeZone)
  } catch {
    format = make('Asia/Kolkata')
  }
  formats.set(cacheKey, format)
  return format
}

const FIELDS = {
  calendar: 'iso8601',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const

/** Returns the zone's offset from UTC in milliseconds at a time (milliseconds since 1970). */
export function zoneOffset(at: number, timeZone: string): number {
  const format = zoneFormat('fields', timeZone, (zone) => new Intl.DateTimeFormat('en', { ...FIELDS, timeZone: zone }))
  const parts: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(at)) parts[type] = Number(value)
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

/** Returns the local day at a time (milliseconds since 1970). */
export function zonedDay(at: number, timeZone: string): CalendarDay {
  const local = new Date(at + zoneOffset(at, timeZone))
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() }
}

/**
 * Returns the start of a local day in milliseconds since 1970. `month` and `day` may overflow: day
 * 0 is the last day of the previous month.
 */
export function startOfZonedDay({ year, month, day }: CalendarDay, timeZone: string): number {
  const asIfUtc = Date.UTC(year, month - 1, day)
  // The offset is read twice: the first guess may lie on the wrong side of a clock change.
  const guess = asIfUtc - zoneOffset(asIfUtc, timeZone)
  const start = asIfUtc - zoneOffset(guess, timeZone)
  // Where a clock change skips midnight, the day starts at the change.
  return zonedDay(start, timeZone).day === new Date(asIfUtc).getUTCDate() ? start : Math.max(guess, start)
}

/** 0 is Sunday. */
export function weekdayOf({ year, month, day }: CalendarDay): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay()
}

/** Between these limits, the local year has four digits in every zone. */
const YEAR_1 = Date.parse('0001-01-02T00:00:00Z')
const YEAR_9999 = Date.UTC(9999, 0, 1)

const offsetsByDay = new Map<string, { day: number; offset: number | undefined }>()

/**
 * Formats a time as `YYYY-MM-DD HH:mm:ss` in the zone; empty for an invalid time. Fast enough for a
 * million calls.
 */
export function zonedDateTime(time: string | number | null | undefined, timeZone: string): string {
  const at = typeof time === 'string' ? Date.parse(time) : (time ?? Number.NaN)
  if (!(at > YEAR_1 && at < YEAR_9999)) return ''
  const local = new Date(at + quickOffset(at, timeZone))
  return local.toISOString().slice(0, 19).replace('T', ' ')
}

/** Formats a time as `YYYY-MM-DD` in the zone; empty for an invalid time. */
export function zonedDate(time: string | number, timeZone: string): string {
  return zonedDateTime(time, timeZone).slice(0, 10)
}

/** Caches the offset of one UTC day per zone, unless it changes within that day. */
function quickOffset(at: number, timeZone: string): number {
  const day = Math.floor(at / DAY_MS)
  let cached = offsetsByDay.get(timeZone)
  if (cached?.day !== day) {
    const first = zoneOffset(day * DAY_MS, timeZone)
    const last = zoneOffset((day + 1) * DAY_MS - 1, timeZone)
    cached = { day, offset: first === last ? first : undefined }
    offsetsByDay.set(timeZone, cached)
  }
  return cached.offset ?? zoneOffset(at, timeZone)
}

/**
 * Returns the moment of a local time (`YYYY-MM-DDTHH:mm`) in milliseconds since 1970; NaN if it is
 * invalid. A time that a clock change skips becomes the one an hour later.
 */
export function timeInZone(local: string, timeZone: string): number {
  const asIfUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asIfUtc)) return Number.NaN
  // The offset is read twice: the first guess may lie on the wrong side of a clock change.
  return asIfUtc - zoneOffset(asIfUtc - zoneOffset(asIfUtc, timeZone), timeZone)
}
