import { filterDonations, sortDonations } from '@sevadesk/contract/donations/donation-figures.ts'
import { parseSearch } from '@sevadesk/contract/donations/donation-search.ts'
import { DONATION_SORTS } from '@sevadesk/contract/donations/donation-sort.ts'
import { STATUS_FILTERS } from '@sevadesk/contract/donations/donation-status.ts'
import { filterDays } from '@sevadesk/contract/donations/period.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import type { Db } from '../../db/schema.ts'
import { eachDatabase, makeMigratedDatabase, type TestDatabase } from '../../testing/databases.ts'
import { someDonations } from '../../testing/gifts/arbitrary-donations.ts'
import { readAllDonations } from './donation-list-service.ts'
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
const RUNS = 10
/** Stands for the 10,000 matches that are still sorted. */
const THRESHOLD = 5

const story = fc.record({
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
        const days = filterDays(ranges, CLOCK)
        const range = days && { column: 'local_day' as const, ...days }
        const selection = { words: parseSearch(search), status, range }
        const order = orderOf(sort)
        const all = { offset: 0, limit: 100 }
        expect(await listSorted(db, selection, order, all)).toEqual(expected)
        expect(await listByWalking(db, selection, order, all)).toEqual(expected)
        expect(await listFromFirst(db, selection, order, all)).toEqual(expected)
        for (const few of [THRESHOLD, 100]) {
          expect(await listAllNumbers(db, selection, order, { perRead: limit, few })).toEqual(expected)
        }
        const offset = Math.floor(expected.length / 2)
        const expectedPage = expected.slice(offset, offset + limit)
        if (search === '') {
          const found = await listPage(db, selection, { sort, offset, limit })
          expect(found.donations.map(({ _id }) => numbers.get(_id))).toEqual(expectedPage)
          if (expectedPage.length > 0) expect(found.total).toBe(expected.length)
        } else {
          const page = { sort, offset, limit, count: expected.length, few: THRESHOLD }
          expect(await listMatches(db, selection, page)).toEqual(expectedPage)
        }
        matches += expected.length
      }
      runs += 1
    })
    await fc.assert(property, { numRuns: RUNS, interruptAfterTimeLimit: 30_000 })
    expect(matches).toBeGreaterThan(runs * 10)
  })

  test('reads donations once each while their amounts change', async () => {
    const [donations = []] = fc.sample(someDonations, { numRuns: 1 })
    const rows = Array.from({ length: 450 }, (_, at) => ({
      ...(donations[at % donations.length] as (typeof donations)[number]),
      ...{ id: at.toString(16).padStart(24, '0'), order_id: null, payment_id: null, receipt_token: null },
      ...{ amount: at + 1, deleted_at: null },
    }))
    await db.deleteFrom('donations').execute()
    await db.insertInto('donations').values(rows).execute()
    const ids: string[] = []
    for await (const batch of await readAllDonations(db, { words: [] }, 'amount-low')) {
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
})
