import { type DonationRecord, filterDonations, sortDonations } from '@sevadesk/contract/donations/donation-figures.ts'
import { parseSearch } from '@sevadesk/contract/donations/donation-search.ts'
import { DONATION_SORTS } from '@sevadesk/contract/donations/donation-sort.ts'
import { STATUS_FILTERS } from '@sevadesk/contract/donations/donation-status.ts'
import { filterDays, PERIODS } from '@sevadesk/contract/donations/period.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import type { Db } from '../../db/schema.ts'
import { eachDatabase, makeMigratedDatabase, type TestDatabase } from '../../testing/databases.ts'
import { updateDonation } from '../../testing/factories.ts'
import { type DonationInsert, searches, someDonations, textOf } from '../../testing/gifts/arbitrary-donations.ts'
import { searchPage } from './donation-list-service.ts'
import { toDonation } from './donation-store.ts'

const CLOCK = { now: Date.parse('2024-02-29T13:00:00Z'), timeZone: 'Asia/Kolkata' }
const RUNS = 10
const SEARCH_CAP = 10_000

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
const story = fc.record({
  first: someDonations,
  second: someDonations,
  changes: fc.array(fc.tuple(fc.nat({ max: 1000 }), change), { minLength: 20, maxLength: 30 }),
  searchesMade: fc.array(search, { minLength: 8, maxLength: 8 }),
})

eachDatabase((engine) => {
  let database: TestDatabase
  let db: Db
  beforeAll(async () => {
    database = await makeMigratedDatabase(engine)
    db = await openDatabase(database)
  })
  afterAll(async () => {
    await db.destroy()
    await database.remove()
  })

  test(`returns the same pages, in the same order, as the contract's rules`, async () => {
    let matches = 0
    let runs = 0
    const property = fc.asyncProperty(story, async ({ first, second, changes, searchesMade }) => {
      await db.deleteFrom('donations').execute()
      await insert(first)
      for (const made of searchesMade.slice(0, 4)) {
        matches += await expectSame({ ...made, typed: textOf(made.typed, first) })
      }
      await insert(second.filter(({ id }) => first.every((other) => other.id !== id)))
      const all = [...first, ...second]
      for (const [at, what] of changes) {
        const id = all[at % all.length]?.id ?? ''
        if (what === 'removed') await db.deleteFrom('donations').where('id', '=', id).execute()
        else await updateDonation(db, id, what)
      }
      for (const made of searchesMade.slice(4)) matches += await expectSame({ ...made, typed: textOf(made.typed, all) })
      for (const [at] of changes.slice(-8)) {
        const typed = textOf({ among: at, field: 'donor_name', at: 0, length: 3, isUpperCase: false }, all)
        for (const status of ['authorized', 'failed'] as const) matches += await expectSame({ ...PLAIN, typed, status })
      }
      runs += 1
    })
    await fc.assert(property, { numRuns: RUNS, interruptAfterTimeLimit: 30_000 })
    expect(matches).toBeGreaterThan(runs * 10)
  })

  const insert = async (donations: DonationInsert[]) => {
    if (donations.length > 0) await db.insertInto('donations').values(donations).execute()
  }

  /** Compares every page with the contract's rules and returns the number of matches. */
  const expectSame = async ({ typed, searchIn, status, period, sort, limit, cap }: SearchMade & { typed: string }) => {
    const words = parseSearch(typed)
    if (words.length === 0) return 0
    const rows = await db.selectFrom('donations').selectAll().where('deleted_at', 'is', null).execute()
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
      const answer = await searchPage(db, selection, { sort, page, limit }, cap)
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
})
