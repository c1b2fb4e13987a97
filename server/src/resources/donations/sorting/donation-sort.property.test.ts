import { filterDonations, sortDonations } from '@sevadesk/contract/donation-figures.ts'
import { parseSearch } from '@sevadesk/contract/donation-search.ts'
import { type ColumnSort, DONATION_SORTS, isDateSort } from '@sevadesk/contract/donation-sort.ts'
import { STATUS_FILTERS } from '@sevadesk/contract/donation-status.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../db/database.ts'
import type { Db } from '../../../db/schema.ts'
import { someDonations } from '../../../testing/arbitrary-donations.ts'
import { eachDatabase, makeMigratedDatabase, type TestDatabase } from '../../../testing/databases.ts'
import { toDonation } from '../donation-store.ts'
import { listBySorting, listByWalking, listPositionsAfter, type SortPosition } from './donation-sort-store.ts'

const CLOCK = { now: Date.parse('2024-02-29T13:00:00Z'), timeZone: 'Asia/Kolkata' }
const seed = Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31)
const RUNS = 10
const SORTS = DONATION_SORTS.filter((sort): sort is ColumnSort => !isDateSort(sort))

const story = fc.record({
  donations: someDonations,
  lists: fc.array(
    fc.record({
      sort: fc.constantFrom(...SORTS),
      status: fc.constantFrom('all', ...STATUS_FILTERS),
      search: fc.constantFrom('', '', 'a', 'kumar', 'र'),
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

  test(`sorts matches, walks an index and reads on from a position in the contract's order (seed ${seed})`, async () => {
    let matches = 0
    const property = fc.asyncProperty(story, async ({ donations, lists }) => {
      await db.deleteFrom('donations').execute()
      await db.insertInto('donations').values(donations).execute()
      const rows = await db.selectFrom('donations').selectAll().where('deleted_at', 'is', null).execute()
      const numbers = new Map(rows.map(({ id, n }) => [id, n]))
      for (const { sort, status, search, limit } of lists) {
        const meant = filterDonations(rows.map(toDonation), { search, status }, CLOCK)
        const expected = sortDonations(meant, sort).map(({ _id }) => numbers.get(_id))
        const conditions = { query: parseSearch(search), searchIn: 'all', status, days: undefined } as const
        const all = { sort, offset: 0, limit: 100 }
        expect(await listBySorting(db, conditions, all)).toEqual(expected)
        expect(await listByWalking(db, conditions, all)).toEqual(expected)
        const offset = Math.floor(expected.length / 2)
        const fromEnd = await listByWalking(db, conditions, { sort, offset, limit, fromEnd: true })
        const end = expected.length - offset
        expect(fromEnd).toEqual(expected.slice(Math.max(0, end - limit), end))
        expect(await readOn(conditions, sort, limit)).toEqual(expected)
        matches += expected.length
      }
    })
    await fc.assert(property, { seed, numRuns: RUNS, interruptAfterTimeLimit: 30_000 })
    expect(matches).toBeGreaterThan(RUNS * 10)
  })

  const readOn = async (conditions: Parameters<typeof listBySorting>[1], sort: ColumnSort, limit: number) => {
    const numbers: number[] = []
    for (let after: SortPosition | undefined, isOver = false; !isOver; ) {
      const positions = await listPositionsAfter(db, after, { conditions, sort, limit })
      numbers.push(...positions.map(({ n }) => n))
      after = positions.at(-1)
      isOver = positions.length < limit
    }
    return numbers
  }
})
