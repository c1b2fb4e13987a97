import { describe, expect, test } from 'vitest'
import { isWithin, PERIODS, type Period, periodSpan } from './period.ts'

const KOLKATA = 'Asia/Kolkata'
const spanOf = (period: Period, now: string, timeZone = KOLKATA) => {
  const span = periodSpan(period, Date.parse(now), timeZone)
  return span && [new Date(span.from).toISOString(), new Date(span.to).toISOString()]
}

describe('in India, 21 November 2026, a Saturday', () => {
  const now = '2026-11-21T09:30:00Z'
  test.each<[Period, string[] | undefined]>([
    ['all', undefined],
    ['today', ['2026-11-20T18:30:00.000Z', '2026-11-21T18:30:00.000Z']],
    ['week', ['2026-11-14T18:30:00.000Z', '2026-11-21T18:30:00.000Z']],
    ['month', ['2026-10-31T18:30:00.000Z', '2026-11-30T18:30:00.000Z']],
    ['year', ['2025-12-31T18:30:00.000Z', '2026-12-31T18:30:00.000Z']],
  ])('%s', (period, expected) => expect(spanOf(period, now)).toEqual(expected))
})

test('half an hour after midnight in India it is another day, month and year, while it is the old one in UTC', () => {
  expect(spanOf('year', '2026-12-31T19:00:00Z')?.[0]).toBe('2026-12-31T18:30:00.000Z')
  expect(spanOf('month', '2026-03-31T19:00:00Z')?.[0]).toBe('2026-03-31T18:30:00.000Z')
  expect(spanOf('today', '2026-03-31T18:29:59.999Z')?.[1]).toBe('2026-03-31T18:30:00.000Z')
})

test('a week starts on Sunday, also across the end of a month and of a year', () => {
  expect(spanOf('week', '2026-11-22T00:00:00Z')?.[0]).toBe('2026-11-21T18:30:00.000Z')
  expect(spanOf('week', '2027-01-01T12:00:00Z')).toEqual(['2026-12-26T18:30:00.000Z', '2027-01-02T18:30:00.000Z'])
  expect(spanOf('week', '2028-02-29T12:00:00Z')).toEqual(['2028-02-26T18:30:00.000Z', '2028-03-04T18:30:00.000Z'])
})

test('where clocks change, the day has 23 or 25 hours, or begins at one', () => {
  expect(spanOf('today', '2026-03-29T12:00:00Z', 'Europe/Berlin')).toEqual([
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ])
  expect(spanOf('today', '2026-10-25T12:00:00Z', 'Europe/Berlin')).toEqual([
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ])
  expect(spanOf('today', '2028-04-01T12:00:00Z', 'Pacific/Auckland')).toEqual([
    '2028-04-01T11:00:00.000Z',
    '2028-04-02T12:00:00.000Z',
  ])
  // In Chile the clocks change at midnight: on 4 April 2026 the last hour comes twice, and 6 September has no midnight.
  expect(spanOf('today', '2026-04-04T12:00:00Z', 'America/Santiago')).toEqual([
    '2026-04-04T03:00:00.000Z',
    '2026-04-05T04:00:00.000Z',
  ])
  expect(spanOf('today', '2026-09-06T12:00:00Z', 'America/Santiago')).toEqual([
    '2026-09-06T04:00:00.000Z',
    '2026-09-07T03:00:00.000Z',
  ])
})

const DAYS = { all: 0, today: 1, week: 7, month: 31, year: 366 }

/** A leap day and both changes of the clocks, north and south, are among the days of these. */
test('a period ends where the next begins, day for day through a leap year', () => {
  const end = Date.parse('2029-01-15T00:00:00Z')
  for (const timeZone of [KOLKATA, 'UTC', 'Europe/Berlin', 'America/Santiago', 'Pacific/Auckland']) {
    for (const period of PERIODS) {
      let span = periodSpan(period, Date.parse('2027-12-15T00:00:00Z'), timeZone)
      while (span && span.from < end) {
        const next = periodSpan(period, span.to, timeZone)
        const after = `${period} in ${timeZone} after ${new Date(span.from).toISOString()}`
        expect([after, next?.from]).toEqual([after, span.to])
        const hours = (Number(next?.to) - span.to) / 3_600_000
        expect([after, hours > 0, hours <= DAYS[period] * 24 + 1]).toEqual([after, true, true])
        span = next
      }
    }
  }
})

test('the first moment is in, the last is not, and what is no moment is in no period', () => {
  const span = periodSpan('today', Date.parse('2026-11-21T09:30:00Z'), KOLKATA)
  expect(isWithin('2026-11-20T18:30:00.000Z', span)).toBe(true)
  expect(isWithin('2026-11-20T18:29:59.999Z', span)).toBe(false)
  expect(isWithin('2026-11-21T18:29:59.999Z', span)).toBe(true)
  expect(isWithin('2026-11-21T18:30:00.000Z', span)).toBe(false)
  for (const moment of ['', 'soon', null, undefined]) {
    expect(isWithin(moment, span)).toBe(false)
    expect(isWithin(moment, undefined)).toBe(true)
  }
})
