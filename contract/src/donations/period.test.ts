import { expect, test } from 'vitest'
import {
  faultOfDays,
  filterDays,
  filterRange,
  isDay,
  isWithin,
  PERIODS,
  type Period,
  type RangeFilter,
} from './period.ts'

const KOLKATA = 'Asia/Kolkata'
const rangeOf = (period: Period, now: string, timeZone = KOLKATA) => isoRange({ period }, now, timeZone)
const isoRange = (filter: RangeFilter, now: string, timeZone = KOLKATA) => {
  const range = filterRange(filter, { now: Date.parse(now), timeZone })
  return range && [new Date(range.from).toISOString(), new Date(range.to).toISOString()]
}

test.each<[Period, string[] | undefined]>([
  ['all', undefined],
  ['today', ['2026-11-20', '2026-11-21']],
  ['week', ['2026-11-14', '2026-11-21']],
  ['month', ['2026-10-31', '2026-11-30']],
  ['year', ['2025-12-31', '2026-12-31']],
  ['last-month', ['2026-09-30', '2026-10-31']],
  ['quarter', ['2026-09-30', '2026-12-31']],
  ['last-quarter', ['2026-06-30', '2026-09-30']],
  ['financial-year', ['2026-03-31', '2027-03-31']],
  ['last-financial-year', ['2025-03-31', '2026-03-31']],
])('returns the range of %s in India on Saturday, 21 November 2026', (period, days) => {
  const expected = days?.map((day) => `${day}T18:30:00.000Z`)
  expect(rangeOf(period, '2026-11-21T09:30:00Z')).toEqual(expected)
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

test.each([
  ['23 hours', 'Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['25 hours', 'Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['25 hours', 'Pacific/Auckland', '2028-04-01', '2028-04-01T11:00:00.000Z', '2028-04-02T12:00:00.000Z'],
  // Chile changes its clocks at midnight.
  ['a repeated last hour', 'America/Santiago', '2026-04-04', '2026-04-04T03:00:00.000Z', '2026-04-05T04:00:00.000Z'],
  ['no midnight', 'America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
])('handles a day with %s in %s', (_what, timeZone, day, from, to) => {
  expect(rangeOf('today', `${day}T12:00:00Z`, timeZone)).toEqual([from, to])
})

const DAYS = {
  ...{ all: 0, today: 1, week: 7, month: 31, year: 366 },
  ...{ 'last-month': 31, quarter: 92, 'last-quarter': 92, 'financial-year': 366, 'last-financial-year': 366 },
}
const CURRENT = PERIODS.filter((period) => !period.startsWith('last-'))

/** Includes a leap day and clock changes of both hemispheres. */
test('ends each period where the next one begins, through a leap year', () => {
  const end = Date.parse('2029-01-15T00:00:00Z')
  for (const timeZone of [KOLKATA, 'UTC', 'Europe/Berlin', 'America/Santiago', 'Pacific/Auckland']) {
    for (const period of CURRENT) {
      let range = filterRange({ period }, { now: Date.parse('2027-12-15T00:00:00Z'), timeZone })
      while (range && range.from < end) {
        const next = filterRange({ period }, { now: range.to, timeZone })
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
  const range = filterRange({ period: 'today' }, { now: Date.parse('2026-11-21T09:30:00Z'), timeZone: KOLKATA })
  expect(isWithin('2026-11-20T18:30:00.000Z', range)).toBe(true)
  expect(isWithin('2026-11-20T18:29:59.999Z', range)).toBe(false)
  expect(isWithin('2026-11-21T18:29:59.999Z', range)).toBe(true)
  expect(isWithin('2026-11-21T18:30:00.000Z', range)).toBe(false)
  for (const time of ['', 'soon', null, undefined]) {
    expect(isWithin(time, range)).toBe(false)
    expect(isWithin(time, undefined)).toBe(true)
  }
})

const PAIRS = [
  ['month', 'last-month'],
  ['quarter', 'last-quarter'],
  ['financial-year', 'last-financial-year'],
] as const

test.each([KOLKATA, 'America/Santiago', 'Pacific/Auckland'])(
  'ends a last period where the present one begins, in %s',
  (timeZone) => {
    for (let month = 0; month < 30; month += 1) {
      const now = Date.UTC(2026, month, 15)
      for (const [present, last] of PAIRS) {
        const begins = filterRange({ period: present }, { now, timeZone })?.from
        expect([last, now, filterRange({ period: last }, { now, timeZone })?.to]).toEqual([last, now, begins])
      }
    }
  },
)

test.each([
  [KOLKATA, '2026-03-31T18:29:59Z', '2025-04-01', '2026-01-01'],
  [KOLKATA, '2026-03-31T18:30:00Z', '2026-04-01', '2026-04-01'],
  ['America/New_York', '2026-04-01T03:59:59Z', '2025-04-01', '2026-01-01'],
  ['America/New_York', '2026-04-01T04:00:00Z', '2026-04-01', '2026-04-01'],
])('in %s at %s, the financial year begins on %s and the quarter on %s', (timeZone, at, year, quarter) => {
  const clock = { now: Date.parse(at), timeZone }
  expect(filterDays({ period: 'financial-year' }, clock)?.from).toBe(year)
  expect(filterDays({ period: 'quarter' }, clock)?.from).toBe(quarter)
})

test('includes both chosen days whole, in place of the period', () => {
  const chosen = { period: 'today', from: '2026-04-01', to: '2027-03-31' } as const
  expect(isoRange(chosen, '2020-01-01T00:00:00Z')).toEqual(['2026-03-31T18:30:00.000Z', '2027-03-31T18:30:00.000Z'])
  expect(filterDays({ from: '2028-02-29', to: '2028-02-29' }, { now: 0, timeZone: KOLKATA })).toEqual({
    from: '2028-02-29',
    to: '2028-03-01',
  })
  expect(isoRange({ period: 'all', from: '2026-04-01' }, '2026-11-21T09:30:00Z')).toBeUndefined()
})

const NO_DAYS = ['2026-02-31', '2026-02-29', '2026-00-10', '2026-13-01', '0001-01-01', '9999-12-31', '2026-4-1']
test.each([...NO_DAYS, ' 2026-04-01', ''])('refuses %j as a day', (text) => {
  expect(isDay(text)).toBe(false)
  expect(faultOfDays(text, '2026-04-01')).toBe('from')
  expect(faultOfDays('2026-04-01', text)).toBe('to')
})

test('refuses days in the wrong order, and takes a single day', () => {
  expect(faultOfDays('2026-04-02', '2026-04-01')).toBe('order')
  expect(faultOfDays('2028-02-29', '2028-02-29')).toBeUndefined()
})
