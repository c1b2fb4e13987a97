const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** A day of the calendar; `month` from 1. */
export interface CalendarDay {
  year: number
  month: number
  day: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format is slow, so each zone's is kept. A zone that this machine does not know is read as Asia/Kolkata. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const options = { calendar: 'iso8601', numberingSystem: 'latn', hourCycle: 'h23' } as const
  const fields = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  } as const
  const make = (zone: string) => new Intl.DateTimeFormat('en', { ...options, ...fields, timeZone: zone })
  let format: Intl.DateTimeFormat
  try {
    format = make(timeZone)
  } catch {
    format = make('Asia/Kolkata')
  }
  formats.set(timeZone, format)
  return format
}

/** How far the zone's clock is ahead of UTC at a moment, in milliseconds. Both are milliseconds since 1970. */
export function zoneOffset(at: number, timeZone: string): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(at)) parts[type] = Number(value)
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

/** The day that the zone's calendar shows at a moment (milliseconds since 1970). */
export function zonedDay(at: number, timeZone: string): CalendarDay {
  const local = new Date(at + zoneOffset(at, timeZone))
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() }
}

/** When a day begins in the zone, in milliseconds since 1970. `month` and `day` may run over: day 0 is the last of the month before. */
export function startOfZonedDay({ year, month, day }: CalendarDay, timeZone: string): number {
  const asIfUtc = Date.UTC(year, month - 1, day)
  // Twice, since the offset at the first guess may be that of the other side of a change of the clocks.
  const guess = asIfUtc - zoneOffset(asIfUtc, timeZone)
  const start = asIfUtc - zoneOffset(guess, timeZone)
  // Where the clocks skip midnight, the day begins when they have been put forward.
  return zonedDay(start, timeZone).day === new Date(asIfUtc).getUTCDate() ? start : Math.max(guess, start)
}

/** 0 is Sunday. */
export function weekdayOf({ year, month, day }: CalendarDay): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay()
}

/** Beyond these a year has not four digits. */
const YEAR_1 = Date.parse('0001-01-02T00:00:00Z')
const YEAR_9999 = Date.UTC(9999, 0, 1)

const offsetsByDay = new Map<string, { day: number; offset: number | undefined }>()

/** A moment as `YYYY-MM-DD HH:mm:ss` in the zone; empty for what is no moment. Made for a million in a row. */
export function zonedDateTime(moment: string | number | null | undefined, timeZone: string): string {
  const at = typeof moment === 'string' ? Date.parse(moment) : (moment ?? Number.NaN)
  if (!(at > YEAR_1 && at < YEAR_9999)) return ''
  const local = new Date(at + quickOffset(at, timeZone))
  return local.toISOString().slice(0, 19).replace('T', ' ')
}

/** `YYYY-MM-DD` of today in the zone. */
export function zonedDate(at: number, timeZone: string): string {
  return zonedDateTime(at, timeZone).slice(0, 10)
}

/** The offset of a UTC day is asked for once when it is the same from one end to the other. */
function quickOffset(at: number, timeZone: string): number {
  const day = Math.floor(at / DAY_MS)
  let known = offsetsByDay.get(timeZone)
  if (known?.day !== day) {
    const first = zoneOffset(day * DAY_MS, timeZone)
    const last = zoneOffset((day + 1) * DAY_MS - 1, timeZone)
    known = { day, offset: first === last ? first : undefined }
    offsetsByDay.set(timeZone, known)
  }
  return known.offset ?? zoneOffset(at, timeZone)
}
