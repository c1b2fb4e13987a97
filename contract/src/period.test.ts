import { describe, expect, test } from 'vitest'
import { isWithin, PERIODS, type Period, periodDays, periodRange } from './period.ts'

const KOLKATA = 'Asia/Kolkata'
const rangeOf = (period: Period, now: string, timeZone = KOLKATA) => {
  const range = periodRange(period, Date.parse(now), timeZone)
  return range && [new Date(range.from).toISOString(), new Date(range.to).toISOString()]
}

describe('returns the range in India on Saturday, 21 November 2026', () => {
  const now = '2026-11-21T09:30:00Z'
  test.each<[Period, string[] | undefined]>([
    ['all', undefined],
    ['today', ['2026-11-20T18:30:00.000Z', '2026-11-21T18:30:00.000Z']],
    ['week', ['2026-11-14T18:30:00.000Z', '2026-11-21T18:30:00.000Z']],
    ['month', ['2026-10-31T18:30:00.000Z', '2026-11-30T18:30:00.000Z']],
    ['year', ['2025-12-31T18:30:00.000Z', '2026-12-31T18:30:00.000Z']],
  ])('%s', (period, expected) => expect(rangeOf(period, now)).toEqual(expected))
})

test.each<[Period, string[] | undefined]>([
  ['all', undefined],
  ['today', ['2026-12-31', '2027-01-01']],
  ['week', ['2026-12-27', '2027-01-03']],
  ['month', ['2026-12-01', '2027-01-01']],
  ['year', ['2026-01-01', '2027-01-01']],
])('returns the local days of %s', (period, expected) => {
  const days = periodDays(period, Date.parse('2026-12-31T12:00:00Z'), KOLKATA)
  expect(days && [days.from, days.to]).toEqual(expected)
})

test('uses the day, month and year of the zone, not those of UTC', () => {
  expect(rangeOf('year', '2026-12-31T19:00:00Z')?.[0]).toBe('2026-12-31T18:30:00.000Z')
  expect(rangeOf('month', '2026-03-31T19:00:00Z')?.[0]).toBe('2026-03-31T18:30:00.000Z')
  expect(rangeOf('today', '2026-03-31T18:29:59.999Z')?.[1]).toBe('2026-03-31T18:30:00.000Z')
})

test('starts a week on Sunday, also across the end of a month or year', () => {
  expect(rangeOf('week', '2026-11-22T00:00:00Z')?.[0]).toBe('2026-11-21T18:30:00.000Z')
  expect(rangeOf('week', '2027-01-01T12:00:00Z')).toEqual(['2026-12-26T18:30:00.000Z', '2027-01-02T18:30:00.000Z'])
  expect(rangeOf('week', '2028-02-29T12:00:00Z')).toEqual(['2028-02-26T18:30:00.000Z', '2028-03-04T18:30:00.000Z'])
})

test('handles days of 23 and 25 hours, and days without a midnight', () => {
  expect(rangeOf('today', '2026-03-29T12:00:00Z', 'Europe/Berlin')).toEqual([
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ])
  expect(rangeOf('today', '2026-10-25T12:00:00Z', 'Europe/Berlin')).toEqual([
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ])
  expect(rangeOf('today', '2028-04-01T12:00:00Z', 'Pacific/Auckland')).toEqual([
    '2028-04-01T11:00:00.000Z',
    '2028-04-02T12:00:00.000Z',
  ])
  // Chile changes its clocks at midnight: 4 April 2026 repeats its last hour, and 6 September has
  // no midnight.
  expect(rangeOf('today', '2026-04-04T12:00:00Z', 'America/Santiago')).toEqual([
    '2026-04-04T03:00:00.000Z',
    '2026-04-05T04:00:00.000Z',
  ])
  expect(rangeOf('today', '2026-09-06T12:00:00Z', 'America/Santiago')).toEqual([
    '2026-09-06T04:00:00.000Z',
    '2026-09-07T03:00:00.000Z',
  ])
})

const DAYS = { all: 0, today: 1, week: 7, month: 31, year: 366 }

/** Includes a leap day and clock changes of both hemispheres. */
test('ends each period where the next one begins, through a leap year', () => {
  const end = Date.parse('2029-01-15T00:00:00Z')
  for (const timeZone of [KOLKATA, 'UTC', 'Europe/Berlin', 'America/Santiago', 'Pacific/Auckland']) {
    for (const period of PERIODS) {
      let range = periodRange(period, Date.parse('2027-12-15T00:00:00Z'), timeZone)
      while (range && range.from < end) {
        const next = periodRange(period, range.to, timeZone)
        const after = `${period} in ${timeZone} after ${new Date(range.from).toISOString()}`
        expect([after, next?.from]).toEqual([after, range.to])
        const hours = (Number(next?.to) - range.to) / 3_600_000
        expect([after, hours > 0, hours <= DAYS[period] * 24 + 1]).toEqual([after, true, true])
        range = next
      }
    }
  }
})

test('includes the start of a range, and excludes its end and invalid times', () => {
  const range = periodRange('today', Date.parse('2026-11-21T09:30:00Z'), KOLKATA)
  expect(isWithin('2026-11-20T18:30:00.000Z', range)).toBe(true)
  expect(isWithin('2026-11-20T18:29:59.999Z', range)).toBe(false)
  expect(isWithin('2026-11-21T18:29:59.999Z', range)).toBe(true)
  expect(isWithin('2026-11-21T18:30:00.000Z', range)).toBe(false)
  for (const time of ['', 'soon', null, undefined]) {
    expect(isWithin(time, range)).toBe(false)
    expect(isWithin(time, undefined)).toBe(true)
  }
})
