import { afterEach, expect, test } from 'vitest'
import { findPage, summarizeDonations } from '../../resources/donations/donation-list-service.ts'
import { findDaysZone } from '../../resources/donations/local-day-store.ts'
import { eachDatabase, openUnmigrated, type UnmigratedDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { tableNames } from '../engine.ts'
import { MIGRATIONS, migrate } from '../migrate.ts'

const EARLIER = MIGRATIONS.filter(([name]) => name < '0029')
const CLOCK = { now: Date.parse('2026-02-21T12:00:00.000Z'), timeZone: 'Asia/Kolkata' }

eachDatabase((engine) => {
  let database: UnmigratedDatabase
  afterEach(() => database.remove())

  test('lists and sums the donations of a database with totals, and those written later', async () => {
    database = await openUnmigrated(engine)
    const { db } = database
    await migrate(db, EARLIER)
    await db
      .updateTable('donation_totals_state' as 'local_days')
      .set({ time_zone: 'Asia/Kolkata' })
      .execute()
    const { id } = await buildDonation(db, { amount: 100, created_at: '2026-01-01T00:00:00.000Z', donor_name: 'Asha' })
    await buildDonation(db, { amount: 300, status: 'failed' })
    await buildDonation(db, { amount: 500, deleted_at: '2026-01-02T00:00:00.000Z' })

    await migrate(db)
    expect((await tableNames(db)).filter((name) => /total|donation_donors/.test(name))).toEqual([])
    expect(await findDaysZone(db)).toBe('Asia/Kolkata')
    await db.updateTable('donations').set({ amount: 200 }).where('id', '=', id).execute()
    await buildDonation(db, { amount: 600, created_at: '2026-02-01T00:00:00.000Z', donor_name: 'Balu' })
    expect(await summarizeDonations(db, CLOCK)).toMatchObject({ count: 3, totalAmount: 800, monthAmount: 600 })
    const page = { sort: 'amount-high', page: 1, limit: 10 } as const
    const { rows } = await findPage(db, { words: [], status: 'authorized' }, page)
    expect(rows.map(({ donorName }) => donorName)).toEqual(['Balu', 'Asha'])
  })
})
