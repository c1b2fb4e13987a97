import { CSV_BOM } from '@sevadesk/contract/base/csv.ts'
import { CSV_HEAD, donationCsvLine } from '@sevadesk/contract/donations/donation-csv.ts'
import {
  filterDonations,
  sortDonations,
  summarize,
  summarizeMatches,
} from '@sevadesk/contract/donations/donation-figures.ts'
import type { Donation } from '@sevadesk/contract/donations/donation-schemas.ts'
import { DONATION_SORTS } from '@sevadesk/contract/donations/donation-sort.ts'
import { STATUS_FILTERS } from '@sevadesk/contract/donations/donation-status.ts'
import { PERIODS } from '@sevadesk/contract/donations/period.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { searches, someDonations, textOf } from '../../testing/gifts/arbitrary-donations.ts'
import { type TestApp, type TestSession, testApp } from '../../testing/test-app.ts'
import { toDonation } from './donation-store.ts'

const CLOCK = { now: Date.parse('2024-02-29T13:00:00Z'), timeZone: 'Asia/Kolkata' }
const RUNS = 8

const day = fc.constantFrom(
  '1900-01-01',
  '2023-04-01',
  '2023-12-31',
  '2024-01-01',
  '2024-02-25',
  '2024-02-28',
  '2024-02-29',
  '2024-03-31',
  '2100-12-31',
)
const filter = fc.record({
  typed: fc.oneof({ weight: 1, arbitrary: fc.constant('') }, { weight: 3, arbitrary: searches }),
  searchIn: fc.constantFrom('all' as const, 'donor' as const),
  status: fc.constantFrom('all' as const, ...STATUS_FILTERS),
  ranges: fc.oneof(
    { weight: 2, arbitrary: fc.record({ period: fc.constantFrom('all' as const, 'all' as const, ...PERIODS) }) },
    {
      weight: 1,
      arbitrary: fc.tuple(day, day).map((days) => {
        const [from = '', to = ''] = days.sort()
        return { from, to }
      }),
    },
    { weight: 2, arbitrary: fc.constant({ from: '1900-01-01', to: '2100-12-31' }) },
  ),
})
const pageRequest = fc.record({
  sort: fc.constantFrom(...DONATION_SORTS),
  page: fc.integer({ min: 1, max: 6 }),
  limit: fc.integer({ min: 1, max: 12 }),
})
const story = fc.record({
  donations: someDonations,
  wholes: fc.array(fc.tuple(filter, fc.constantFrom(...DONATION_SORTS)), { minLength: 2, maxLength: 2 }),
  pages: fc.array(fc.tuple(filter, pageRequest), { minLength: 10, maxLength: 10 }),
})

eachDatabase((engine) => {
  let server: TestApp
  let session: TestSession
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: CLOCK.now })
    server = await testApp({ engine, env: { TIME_ZONE: CLOCK.timeZone } })
    session = await server.signIn(['Donations'])
  })
  afterAll(async () => {
    await server.close()
    vi.useRealTimers()
  })

  const call = (path: string, query: Record<string, string | number> = {}) => {
    const address = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    return server.app.inject({ url: `/api/donate${path}?${address}`, headers: session.bearer })
  }

  test(`pages, totals, lists and CSV agree with the contract's rules`, async () => {
    let matches = 0
    let runs = 0
    const property = fc.asyncProperty(story, async ({ donations, wholes, pages }) => {
      await server.db.deleteFrom('donations').execute()
      await server.db.insertInto('donations').values(donations).execute()
      const rows = await server.db.selectFrom('donations').selectAll().where('deleted_at', 'is', null).execute()
      const all: Donation[] = rows.map(toDonation)
      expect((await call('/summary')).json()).toMatchObject({ success: true, data: summarize(all, CLOCK) })

      for (const [{ typed, ranges, ...rest }, { sort, page, limit }] of pages) {
        const filters = { search: textOf(typed, donations), ...rest, ...ranges }
        const meant = filterDonations(all, filters, CLOCK)
        const ordered = sortDonations(meant, sort)
        const existing = Math.min(page, Math.max(1, Math.ceil(ordered.length / limit)))
        expect((await call('', { ...filters, sort, page, limit })).json()).toEqual({
          success: true,
          data: ordered.slice((existing - 1) * limit, existing * limit),
          total: ordered.length,
          isCapped: false,
          page: existing,
        })
        const figures = (await call('/summary/matches', filters)).json()
        expect(figures).toEqual({ success: true, data: summarizeMatches(meant) })
        matches += ordered.length
      }

      for (const [{ typed, ranges, ...rest }, sort] of wholes) {
        const filters = { search: textOf(typed, donations), ...rest, ...ranges }
        const meant = sortDonations(filterDonations(all, filters, CLOCK), sort)
        expect((await call('', { ...filters, sort })).json()).toEqual({ success: true, data: meant })
        const lines = meant.map((donation) => donationCsvLine(donation, CLOCK.timeZone))
        expect((await call('/export', { ...filters, sort })).body).toBe([CSV_BOM, CSV_HEAD, ...lines].join(''))
      }
      runs += 1
    })
    await fc.assert(property, { numRuns: RUNS, interruptAfterTimeLimit: 40_000 })
    expect(matches).toBeGreaterThan(runs * 3)
  })
})
