import { CSV_BOM } from '@sevadesk/contract/base/csv.ts'
import { CSV_HEAD, donationCsvLine } from '@sevadesk/contract/donations/donation-csv.ts'
import {
  type DonationRecord,
  filterDonations,
  sortDonations,
  summarize,
  summarizeMatches,
} from '@sevadesk/contract/donations/donation-figures.ts'
import type { Donation } from '@sevadesk/contract/donations/donation-schemas.ts'
import { parseSearch } from '@sevadesk/contract/donations/donation-search.ts'
import { DONATION_SORTS } from '@sevadesk/contract/donations/donation-sort.ts'
import { STATUS_FILTERS } from '@sevadesk/contract/donations/donation-status.ts'
import { filterDays, PERIODS } from '@sevadesk/contract/donations/period.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { updateDonation } from '../../testing/factories.ts'
import { type DonationInsert, searches, someDonations, textOf } from '../../testing/gifts/arbitrary-donations.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'
import { readAllDonations, searchPage } from './donation-list-service.ts'
import {
  listAllNumbers,
  listByWalking,
  listFromFirst,
  listMatches,
  listPage,
  listSorted,
  orderOf,
} from './donation-list-store.ts'
import { toDonation } from './donation-store.ts'

const CLOCK = { now: Date.parse('2024-02-29T13:00:00Z'), timeZone: 'Asia/Kolkata' }
const SEARCH_CAP = 10_000
/** Stands for the 10,000 matches that are still sorted. */
const FEW = 5

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
const pagesStory = fc.record({
  donations: someDonations,
  wholes: fc.array(fc.tuple(filter, fc.constantFrom(...DONATION_SORTS)), { minLength: 2, maxLength: 2 }),
  pages: fc.array(fc.tuple(filter, pageRequest), { minLength: 10, maxLength: 10 }),
})

const change = fc.oneof(
  fc.record({ donor_name: fc.constantFrom('Ramesh', 'नया नाम', null) }),
  fc.record({ purpose: fc.constantFrom('Gau Seva', '', null) }),
  fc.record({ status: fc.constantFrom('captured', 'failed') }),
  fc.record({ amount: fc.constantFrom(100, 50_000_00) }),
  fc.record({
    created_at: fc.constantFrom('2024-02-29T12:00:00.000Z', '2024-02-29T12:00:08.192Z', '2020-01-01T00:00:00.000Z'),
  }),
  fc.record({ deleted_at: fc.constantFrom(null, '2024-03-01T00:00:00.000Z') }),
  fc.constant('removed' as const),
)
const search = fc.record({
  typed: searches,
  searchIn: fc.constantFrom('all' as const, 'donor' as const),
  status: fc.constantFrom('all', ...STATUS_FILTERS),
  period: fc.constantFrom('all', 'all', 'all', 'all', ...PERIODS),
  sort: fc.constantFrom(...DONATION_SORTS),
  limit: fc.integer({ min: 2, max: 12 }),
  cap: fc.constantFrom(5, SEARCH_CAP),
})
const PLAIN = { searchIn: 'all', period: 'all', sort: 'latest', limit: 12, cap: SEARCH_CAP } as const
type SearchMade = typeof search extends fc.Arbitrary<infer Made> ? Made : never
const searchStory = fc.record({
  first: someDonations,
  second: someDonations,
  changes: fc.array(fc.tuple(fc.nat({ max: 1000 }), change), { minLength: 20, maxLength: 30 }),
  searchesMade: fc.array(search, { minLength: 8, maxLength: 8 }),
})

const sortStory = fc.record({
  donations: someDonations,
  lists: fc.array(
    fc.record({
      sort: fc.constantFrom(...DONATION_SORTS),
      status: fc.constantFrom('all', ...STATUS_FILTERS),
      search: fc.constantFrom('', '', 'a', 'kumar', 'र'),
      ranges: fc.constantFrom(
        {},
        {},
        { from: '2024-01-01', to: '2024-02-29' },
        { from: '1900-01-01', to: '2100-12-31' },
      ),
      limit: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 12, maxLength: 12 },
  ),
})

eachDatabase((engine) => {
  const here = sharedTestApp({ engine, now: CLOCK.now, env: { TIME_ZONE: CLOCK.timeZone } })

  const insert = async (donations: readonly DonationInsert[]) => {
    if (donations.length > 0) await here.db.insertInto('donations').values(donations).execute()
  }
  async function replaceAll(donations: readonly DonationInsert[]) {
    await here.db.deleteFrom('donations').execute()
    await insert(donations)
  }
  const stored = () => here.db.selectFrom('donations').selectAll().where('deleted_at', 'is', null).execute()

  const call = (path: string, query: Record<string, string | number> = {}) => {
    const address = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    return here.send('GET', `/donate${path}?${address}`)
  }

  test(`pages, totals, lists and CSV agree with the contract's rules`, async () => {
    let matches = 0
    let runs = 0
    const property = fc.asyncProperty(pagesStory, async ({ donations, wholes, pages }) => {
      await replaceAll(donations)
      const all: Donation[] = (await stored()).map(toDonation)
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
    await fc.assert(property, { numRuns: 8, interruptAfterTimeLimit: 40_000 })
    expect(matches).toBeGreaterThan(runs * 3)
  })

  test(`returns the same pages, in the same order, as the contract's rules`, async () => {
    let matches = 0
    let runs = 0
    const property = fc.asyncProperty(searchStory, async ({ first, second, changes, searchesMade }) => {
      await replaceAll(first)
      for (const made of searchesMade.slice(0, 4)) {
        matches += await expectSame({ ...made, typed: textOf(made.typed, first) })
      }
      await insert(second.filter(({ id }) => first.every((other) => other.id !== id)))
      const all = [...first, ...second]
      for (const [at, what] of changes) {
        const id = all[at % all.length]?.id ?? ''
        if (what === 'removed') await here.db.deleteFrom('donations').where('id', '=', id).execute()
        else await updateDonation(here.db, id, what)
      }
      for (const made of searchesMade.slice(4)) matches += await expectSame({ ...made, typed: textOf(made.typed, all) })
      for (const [at] of changes.slice(-8)) {
        const typed = textOf({ among: at, field: 'donor_name', at: 0, length: 3, isUpperCase: false }, all)
        for (const status of ['authorized', 'failed'] as const) matches += await expectSame({ ...PLAIN, typed, status })
      }
      runs += 1
    })
    await fc.assert(property, { numRuns: 10, interruptAfterTimeLimit: 30_000 })
    expect(matches).toBeGreaterThan(runs * 10)
  })

  /** Compares every page with the contract's rules and returns the number of matches. */
  const expectSame = async ({ typed, searchIn, status, period, sort, limit, cap }: SearchMade & { typed: string }) => {
    const words = parseSearch(typed)
    if (words.length === 0) return 0
    const rows = await stored()
    // A failed donation shows no receipt, but the search finds it by the number of its cancelled
    // one.
    const all: DonationRecord[] = rows.map((row) => ({ ...toDonation(row), receipt: { number: row.receipt_number } }))
    const filtered = filterDonations(all, { search: typed, searchIn, status, period }, CLOCK)
    const expected = sortDonations(filtered, sort)
      .map(({ _id }) => _id)
      .slice(0, cap)
    const days = filterDays({ period }, CLOCK)
    const selection = { words, searchIn, status, range: days && { column: 'local_day' as const, ...days } }
    const pages = Math.max(1, Math.ceil(expected.length / limit))
    const found: string[] = []
    for (let page = 1; page <= pages + 1; page += 1) {
      const answer = await searchPage(here.db, selection, { sort, page, limit }, cap)
      expect({ typed, ...answer }).toMatchObject({
        typed,
        total: expected.length,
        isCapped: filtered.length > cap,
        page: Math.min(page, pages),
      })
      const ids = answer.rows.map(({ _id }) => _id)
      if (page <= pages) found.push(...ids)
      else expect(ids).toEqual(expected.slice((pages - 1) * limit))
    }
    expect(found).toEqual(expected)
    return expected.length
  }

  test(`sorts matches, walks an index and reads all in the contract's order`, async () => {
    let matches = 0
    let runs = 0
    const property = fc.asyncProperty(sortStory, async ({ donations, lists }) => {
      await replaceAll(donations)
      const rows = await stored()
      const numbers = new Map(rows.map(({ id, n }) => [id, n]))
      for (const { sort, status, search, ranges, limit } of lists) {
        const meant = sortDonations(filterDonations(rows.map(toDonation), { search, status, ...ranges }, CLOCK), sort)
        const expected = meant.map(({ _id }) => numbers.get(_id))
        const days = filterDays(ranges, CLOCK)
        const range = days && { column: 'local_day' as const, ...days }
        const selection = { words: parseSearch(search), status, range }
        const order = orderOf(sort)
        const all = { offset: 0, limit: 100 }
        expect(await listSorted(here.db, selection, order, all)).toEqual(expected)
        expect(await listByWalking(here.db, selection, order, all)).toEqual(expected)
        expect(await listFromFirst(here.db, selection, order, all)).toEqual(expected)
        for (const few of [FEW, 100]) {
          expect(await listAllNumbers(here.db, selection, order, { perRead: limit, few })).toEqual(expected)
        }
        const offset = Math.floor(expected.length / 2)
        const expectedPage = expected.slice(offset, offset + limit)
        if (search === '') {
          const found = await listPage(here.db, selection, { sort, offset, limit })
          expect(found.donations.map(({ _id }) => numbers.get(_id))).toEqual(expectedPage)
          if (expectedPage.length > 0) expect(found.total).toBe(expected.length)
        } else {
          const page = { sort, offset, limit, count: expected.length, few: FEW }
          expect(await listMatches(here.db, selection, page)).toEqual(expectedPage)
        }
        matches += expected.length
      }
      runs += 1
    })
    await fc.assert(property, { numRuns: 10, interruptAfterTimeLimit: 30_000 })
    expect(matches).toBeGreaterThan(runs * 10)
  })

  test('reads donations once each while their amounts change', async () => {
    const [donations = []] = fc.sample(someDonations, { numRuns: 1 })
    const rows = Array.from({ length: 450 }, (_, at) => ({
      ...(donations[at % donations.length] as (typeof donations)[number]),
      ...{ id: at.toString(16).padStart(24, '0'), order_id: null, payment_id: null, receipt_token: null },
      ...{ amount: at + 1, deleted_at: null },
    }))
    await replaceAll(rows)
    const ids: string[] = []
    for await (const batch of await readAllDonations(here.db, { words: [] }, 'amount-low')) {
      // After the first batch its donations move to the end, and the last to the start.
      if (ids.length === 0) {
        await here.db
          .updateTable('donations')
          .set((eb) => ({ amount: eb(eb.val(rows.length + 1), '-', eb.ref('amount')) }))
          .execute()
      }
      ids.push(...batch.map(({ _id }) => _id))
    }
    expect(ids).toEqual(rows.map(({ id }) => id))
  })
})
