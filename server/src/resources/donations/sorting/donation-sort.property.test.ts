import { filterDonations, sortDonations } from '@sevadesk/contract/donations/donation-figures.ts'
import { parseSearch } from '@sevadesk/contract/donations/donation-search.ts'
import { type ColumnSort, DONATION_SORTS, isDateSort } from '@sevadesk/contract/donations/donation-sort.ts'
import { STATUS_FILTERS } from '@sevadesk/contract/donations/donation-status.ts'
import { filterDays } from '@sevadesk/contract/donations/period.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../db/database.ts'
import type { Db } from '../../../db/schema.ts'
import { eachDatabase, makeMigratedDatabase, type TestDatabase } from '../../../testing/databases.ts'
import { someDonations } from '../../../testing/gifts/arbitrary-donations.ts'
import { toDonation } from '../donation-store.ts'
import { listSearch } from '../search/donation-search-service.ts'
import { listSorted, readSorted } from './donation-sort-service.ts'
import { listBySorting, listByWalking, listFromFirst } from './donation-sort-store.ts'

const CLOCK = { now: Date.parse('2024-02-29T13:00:00Z'), timeZone: 'Asia/Kolkata' }
const RUNS = 10
/** Stands for the 10,000 matches that are still sorted. */
const THRESHOLD = 5
const SORTS = DONATION_SORTS.filter((sort): sort is ColumnSort => !isDateSort(sort))

const story = fc.record({
  donations: someDonations,
  lists: fc.array(
    fc.record({
      sort: fc.constantFrom(...SORTS),
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

  test(`sorts matches, walks an index and reads all in the contract's order`, async () => {
    let matches = 0
    let runs = 0
    const property = fc.asyncProperty(story, async ({ donations, lists }) => {
      await db.deleteFrom('donations').execute()
      await db.insertInto('donations').values(donations).execute()
      const rows = await db.selectFrom('donations').selectAll().where('deleted_at', 'is', null).execute()
      const numbers = new Map(rows.map(({ id, n }) => [id, n]))
      for (const { sort, status, search, ranges, limit } of lists) {
        const meant = sortDonations(filterDonations(rows.map(toDonation), { search, status, ...ranges }, CLOCK), sort)
        const expected = meant.map(({ _id }) => numbers.get(_id))
        const conditions = {
          query: parseSearch(search),
          searchIn: 'all',
          status,
          days: filterDays(ranges, CLOCK),
        } as const
        const all = { sort, offset: 0, limit: 100 }
        expect(await listBySorting(db, conditions, all)).toEqual(expected)
        expect(await listByWalking(db, conditions, all)).toEqual(expected)
        expect(await listFromFirst(db, conditions, all)).toEqual(expected)
        const offset = Math.floor(expected.length / 2)
        const fromEnd = await listByWalking(db, conditions, { sort, offset, limit, fromEnd: true })
        const end = expected.length - offset
        expect(fromEnd).toEqual(expected.slice(Math.max(0, end - limit), end))
        const options = { total: expected.length, batch: 3, threshold: THRESHOLD, perRead: limit }
        expect(await idsOf(readSorted(db, { conditions, sort }, options))).toEqual(meant.map(({ _id }) => _id))
        const page = { total: expected.length, offset, limit }
        const expectedPage = expected.slice(offset, offset + limit)
        if (search === '') {
          const found = await listSorted(db, { conditions, sort }, page, THRESHOLD)
          expect(found.map(({ _id }) => numbers.get(_id))).toEqual(expectedPage)
        } else {
          const found = await listSearch(db, conditions, { sort, offset, limit, count: expected.length }, THRESHOLD)
          expect(found).toEqual(expectedPage)
        }
        matches += expected.length
      }
      runs += 1
    })
    await fc.assert(property, { numRuns: RUNS, interruptAfterTimeLimit: 30_000 })
    expect(matches).toBeGreaterThan(runs * 10)
  })

  test.each([
    ['few', 100],
    ['many', THRESHOLD],
  ])('reads %s donations once each while their amounts change', async (_name, threshold) => {
    const [donations = []] = fc.sample(someDonations, { numRuns: 1 })
    const rows = donations.map((donation, at) => ({ ...donation, amount: at + 1, deleted_at: null }))
    await db.deleteFrom('donations').execute()
    await db.insertInto('donations').values(rows).execute()
    const conditions = { query: parseSearch(''), searchIn: 'all', status: 'all', days: undefined } as const
    const options = { total: rows.length, batch: 2, threshold, perRead: 3 }
    const ids: string[] = []
    for await (const batch of readSorted(db, { conditions, sort: 'amount-low' }, options)) {
      // After the first batch its donations move to the end, and the last to the start.
      if (ids.length === 0) {
        await db
          .updateTable('donations')
          .set((eb) => ({ amount: eb(eb.val(rows.length + 1), '-', eb.ref('amount')) }))
          .execute()
      }
      ids.push(...batch.map(({ _id }) => _id))
    }
    expect(ids).toEqual(rows.map(({ id }) => id))
  })

  const idsOf = async (batches: AsyncIterable<{ _id: string }[]>) => {
    const ids: string[] = []
    for await (const batch of batches) ids.push(...batch.map(({ _id }) => _id))
    return ids
  }
})
