import { expect, test } from 'vitest'
import { formatEventDates, isEventOver, parseEventTime, sortEventsByDate } from './event-dates.ts'

const ZONE = 'Asia/Kolkata'
const at = (local: string) => Date.parse(`${local}+05:30`)
const dates = (startsAt: unknown, endsAt: unknown = null) => ({ startsAt, endsAt })

test.each([
  ...['2026-02-30', '2026-13-01', '2026-1-1', '2026-01-01T10:00', '2026-01-01T25:00Z', '2026-02-30T10:00:00Z'],
  ...['T18:00', '', ' 2026-01-01', null, undefined, 1_770_000_000_000],
])('%j is neither a day nor a moment', (text) => {
  expect(parseEventTime(text)).toBeUndefined()
})

test('reads a day, and a moment in UTC with or without seconds', () => {
  expect(parseEventTime('2028-02-29')).toEqual({ day: { year: 2028, month: 2, day: 29 } })
  expect(parseEventTime('2026-01-01T10:00Z')).toEqual({ at: Date.UTC(2026, 0, 1, 10) })
  expect(parseEventTime('2026-01-01T10:00:00.000Z')).toEqual({ at: Date.UTC(2026, 0, 1, 10) })
})

test.each([
  ['a whole day, at its local midnight', dates('2026-11-21'), '2026-11-22T00:00'],
  ['several days, at the midnight after the last', dates('2026-11-21', '2026-11-23'), '2026-11-24T00:00'],
  ['a start with a time alone, at that day’s midnight', dates('2026-11-21T12:30:00.000Z'), '2026-11-22T00:00'],
  ['an end with a time, at that time', dates('2026-11-21', '2026-11-21T12:30:00.000Z'), '2026-11-21T18:00'],
  ['an unreadable end, as without one', dates('2026-11-21', 'soon'), '2026-11-22T00:00'],
])('is over: %s', (_what, event, moment) => {
  expect(isEventOver(event, at(moment) - 1, ZONE)).toBe(false)
  expect(isEventOver(event, at(moment), ZONE)).toBe(true)
})

test('ends a day by the clock of the trust, also where the clocks change', () => {
  expect(isEventOver(dates('2026-10-25'), Date.parse('2026-10-25T22:59:59Z'), 'Europe/Berlin')).toBe(false)
  expect(isEventOver(dates('2026-10-25'), Date.parse('2026-10-25T23:00:00Z'), 'Europe/Berlin')).toBe(true)
})

test('an event without a date is never over', () => {
  expect(isEventOver(dates(null), Number.MAX_SAFE_INTEGER, ZONE)).toBe(false)
  expect(isEventOver(dates('soon', 7), Number.MAX_SAFE_INTEGER, ZONE)).toBe(false)
})

test('sorts by date: the nearest first, then those without a date, then past ones', () => {
  const events = [
    { id: 'long past', ...dates('2025-01-01') },
    { id: 'no date', ...dates(null) },
    { id: 'next year', ...dates('2027-01-01') },
    { id: 'yesterday', ...dates('2026-11-20') },
    { id: 'tonight', ...dates('2026-11-21T13:00:00Z') },
    { id: 'running', ...dates('2026-11-19', '2026-11-30') },
  ]
  const sorted = sortEventsByDate(events, at('2026-11-21T12:00'), ZONE).map(({ id }) => id)
  expect(sorted).toEqual(['running', 'tonight', 'next year', 'no date', 'yesterday', 'long past'])
})

test.each([
  [dates(null), ''],
  [dates('2026-11-21'), 'Sat, 21 Nov, 2026'],
  [dates('2026-11-21', '2026-11-21'), 'Sat, 21 Nov, 2026'],
  [dates('2026-11-21', '2026-11-23'), 'Sat, 21 – Mon, 23 Nov 2026'],
  [dates('2026-12-30', '2027-01-02'), 'Wed, 30 Dec 2026 – Sat, 2 Jan 2027'],
  [dates('2026-11-20T20:00:00.000Z'), 'Sat, 21 Nov, 2026, 1:30 AM'],
  [dates('2026-11-21T03:00:00Z', '2026-11-21T08:30:00Z'), 'Sat, 21 Nov, 2026, 8:30 AM – 2:00 PM'],
  [dates('2026-11-21T12:30:00Z', '2026-11-21T14:30:00Z'), 'Sat, 21 Nov, 2026, 6:00 – 8:00 PM'],
  [dates('2026-11-23', '2026-11-21'), 'Mon, 23 Nov, 2026'],
  [dates('2026-11-21T03:00:00Z', '2026-11-20T03:00:00Z'), 'Sat, 21 Nov, 2026, 8:30 AM'],
  [dates('2026-11-21T03:00:00Z', '2026-11-21'), 'Sat, 21 Nov, 2026, 8:30 AM'],
  [dates('2026-11-21T03:00:00Z', '2026-11-20'), 'Sat, 21 Nov, 2026, 8:30 AM'],
  [dates('2026-11-21', '2026-11-20T03:00:00Z'), 'Sat, 21 Nov, 2026'],
  [dates('2026-11-21T03:00:00Z', '2026-11-22'), 'Sat, 21 Nov, 2026, 8:30 AM – Sun, 22 Nov, 2026'],
  [dates('2026-11-21', '2026-11-22T08:30:00Z'), 'Sat, 21 Nov, 2026 – Sun, 22 Nov, 2026, 2:00 PM'],
])('formats %j as %s', (event, text) => {
  expect(formatEventDates(event, ZONE, 'en').replaceAll(/[\u2009\u202f\u00a0]/g, ' ')).toBe(text)
})

test.each([
  [dates('2026-11-21'), 'शनि, 21 नवंबर 2026'],
  [dates('2026-11-21', '2026-11-23'), 'शनि, 21 नवंबर – सोम, 23 नवंबर 2026'],
  [dates('2026-11-21T12:30:00Z'), 'शनि, 21 नवंबर 2026, शाम 6:00'],
  [dates('2026-11-21T03:00:00Z', '2026-11-21T08:30:00Z'), 'शनि, 21 नवंबर 2026, सुबह 8:30 – दोपहर 2:00'],
])('formats %j in Hindi as %s', (event, text) => {
  expect(formatEventDates(event, ZONE, 'hi').replaceAll(/[\u2009\u202f\u00a0]/g, ' ')).toBe(text)
})

test('formats dates in Asia/Kolkata if the zone is unknown', () => {
  expect(formatEventDates(dates('2026-11-20T20:00:00Z'), 'Mars/Base', 'en')).toContain('1:30')
})
