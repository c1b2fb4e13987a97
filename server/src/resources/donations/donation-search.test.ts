import { needlesOf } from '@sevadesk/contract/donation-search.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../db/schema.ts'
import { eachDatabase, openForEachTest } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { DonationFigures } from './donation-figures.ts'
import { foldDonations } from './donation-fold.ts'
import { type DonationWish, type ListParts, walkDonations } from './donation-list.ts'
import { pageBySearch } from './donation-search.ts'

const COUNT = 20
const WISH = { needles: needlesOf('asha'), searchIn: 'all', status: 'all', span: undefined, sort: 'latest' } as const

eachDatabase((engine) => {
  let db: Db
  let ids: string[]
  openForEachTest(engine, (newDb) => {
    db = newDb
  })
  beforeEach(async () => {
    ids = []
    for (let day = 10; day < 10 + COUNT; day += 1) {
      const created_at = `2026-05-${day}T00:00:00.000Z`
      ids.unshift((await buildDonation(db, { donor_name: 'Asha', created_at })).id)
      await buildDonation(db, { donor_name: 'Meera', created_at })
    }
  })

  /** Reads again and again while donations are written in between: once before the first answer, once after it, once after the second … */
  async function expectAll(written: string[], read: (db: Db) => Promise<string[]>): Promise<number> {
    for (let place = 0; ; place += 1) {
      await foldDonations(db)
      let answers = 0
      const write = () =>
        db
          .updateTable('donations')
          .set({ status: place % 2 ? 'captured' : 'authorized', donor_phone: `+91 ${place}` })
          .where('id', 'in', written)
          .execute()
      if (place === 0) await write()
      const interrupted = db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          answers += 1
          if (answers === place) await write()
          return result
        },
      })
      expect([place, await read(interrupted)]).toEqual([place, ids])
      if (answers < place) return place
    }
  }

  test.each([COUNT, 3])('a page leaves out nobody who is written while it is read, were it %i', async (count) => {
    const page = { page: 1, limit: 100 }
    await expectAll(ids.slice(0, count), async (interrupted) => {
      const { donations, total } = await pageBySearch(interrupted, { ...WISH, ...page })
      expect(total).toBe(COUNT)
      return donations.map(({ _id }) => _id)
    })
  })

  test('nor one who is written again after the folding that the page asked for', async () => {
    const write = (status: string) =>
      db.updateTable('donations').set({ status, donor_phone: '+91 1' }).where('id', 'in', ids).execute()
    const foldChecks = new WeakSet<object>()
    let writes = 0
    const interrupted = db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        const text = JSON.stringify(node)
        if (text.includes('"search_donor"') && !text.includes('"donor_name"')) foldChecks.add(queryId)
        return node
      },
      // The check that finds nothing to fold is the last thing before the next look.
      transformResult: async ({ result, queryId }) => {
        if (foldChecks.has(queryId) && result.rows.length === 0 && writes === 0) {
          writes += 1
          await write('failed')
        }
        return result
      },
    })
    await write('captured')
    const { donations } = await pageBySearch(interrupted, { ...WISH, page: 1, limit: 100 })
    expect(donations.map(({ _id }) => _id)).toEqual(ids)
    expect(writes).toBe(1)
  })

  const list = async (parts: ListParts, wish: DonationWish) => {
    const found: string[] = []
    for await (const batch of await walkDonations(parts, wish)) found.push(...batch.map(({ _id }) => _id))
    return found
  }

  test('a whole list leaves out nobody who is written while it is read', async () => {
    const figures = new DonationFigures(db, { rowsPerBlock: 4 })
    const stretches = await expectAll(ids, (interrupted) => list({ db: interrupted, figures }, WISH))
    expect(stretches).toBeGreaterThan(5)
  })

  test('of donations that are yet to be folded a list has those alone that are looked for', async () => {
    const parts = { db, figures: new DonationFigures(db) }
    const counts: number[] = []
    for (const typed of ['asha', 'gau', 'nobody']) {
      for (const searchIn of ['all', 'donor'] as const) {
        const wish = { ...WISH, needles: needlesOf(typed), searchIn }
        await db
          .updateTable('donations')
          .set({ purpose: `Gau ${counts.length}` })
          .execute()
        const unfolded = await list(parts, wish)
        await foldDonations(db)
        expect([typed, searchIn, unfolded]).toEqual([typed, searchIn, await list(parts, wish)])
        counts.push(unfolded.length)
      }
    }
    expect(counts).toEqual([COUNT, COUNT, 2 * COUNT, 0, 0, 0])
  })
})
