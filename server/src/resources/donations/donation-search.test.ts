import { parseSearch } from '@sevadesk/contract/donations/donation-search.ts'
import type { StatusFilter } from '@sevadesk/contract/donations/donation-status.ts'
import { seededRandom } from '@sevadesk/demo/random.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eachDatabase, openForEachTest } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { searchPage, summarizeMatches } from './donation-list-service.ts'
import { matches } from './donation-search-store.ts'

eachDatabase((engine) => {
  const here = openForEachTest(engine)

  const find = async (typed: string, status: StatusFilter = 'all') => {
    const { rows } = await searchPage(
      here.db,
      { words: parseSearch(typed), status },
      { sort: 'latest', page: 1, limit: 100 },
    )
    return rows.map(({ _id }) => _id)
  }

  test('finds a name too long for any index', async () => {
    const random = seededRandom(7)
    const letters = 'कखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह'
    // Random, because PostgreSQL would compress repeated text until it fits an index.
    const name = Array.from({ length: 5000 }, () => letters.charAt(random.whole(0, letters.length - 1))).join('')
    const { id } = await buildDonation(here.db, { donor_name: name, donor_email: null })
    expect(await find(name.slice(4800))).toEqual([id])
  })

  test('finds the payment id and receipt number that an update adds', async () => {
    const { id } = await buildDonation(here.db, { payment_id: null, status: 'created' })
    expect(await find('pay_AbC123')).toEqual([])
    await here.db.updateTable('donations').set({ payment_id: 'pay_AbC123', status: 'captured' }).execute()
    await here.db.updateTable('donations').set({ receipt_token: 'token', receipt_number: 'SD/2026-27/00042' }).execute()
    for (const typed of ['pay_AbC123', 'abc123', 'sd/2026-27/00042', '00042 abc123']) {
      expect([typed, await find(typed, 'authorized')]).toEqual([typed, [id]])
    }
  })

  test.each(['asha', 'as'])('sums the matches of "%s", unless there are more than it counts', async (typed) => {
    for (const [amount, status] of [
      [100, 'captured'],
      [20, 'AUTHORIZED'],
      [3, 'refunded'],
      [4, null],
    ] as const)
      await buildDonation(here.db, { donor_name: 'Asha', amount, status })
    const summary = (status: StatusFilter, cap?: number) =>
      summarizeMatches(here.db, { words: parseSearch(typed), status }, cap)
    const all = { count: 4, isCapped: false, successfulCount: 2, successfulAmount: 120 }
    expect(await summary('all', 4)).toEqual(all)
    expect(await summary('all', 3)).toEqual({ count: 3, isCapped: true, successfulCount: null, successfulAmount: null })
    expect(await summary('unknown')).toEqual({ ...all, count: 1, successfulCount: 0, successfulAmount: 0 })
  })

  // With the wrong number, PostgreSQL reads all donations of a status instead of its text index.
  if (engine === 'PostgreSQL') {
    test('lets PostgreSQL estimate how many donations are successful', async () => {
      for (let count = 0; count < 20; count += 1) await buildDonation(here.db, { status: 'captured' })
      await sql`analyze donations`.execute(here.db)
      const conditions = matches({ words: [], status: 'authorized' })
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
        explain (format json) select 1 from donations where ${conditions}`.execute(here.db)
      expect(rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows']).toBe(20)
    })
  }
})
