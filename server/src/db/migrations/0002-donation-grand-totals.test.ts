import { afterEach, expect, test } from 'vitest'
import { findTotalDifferences } from '../../resources/donations/totals/donation-totals-check-store.ts'
import { eachDatabase, openUnmigrated, type UnmigratedDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { migrate } from '../migrate.ts'
import * as firstSchema from './0001-first-schema.ts'

eachDatabase((engine) => {
  let database: UnmigratedDatabase
  afterEach(() => database.remove())

  test('sums the donations of a database without grand totals, and those added later', async () => {
    database = await openUnmigrated(engine)
    const { db } = database
    await migrate(db, [['0001-first-schema', firstSchema]])
    await buildDonation(db, { amount: 100, created_at: '2026-01-01T00:00:00.000Z' })
    await buildDonation(db, { amount: 200, created_at: '2026-02-01T00:00:00.000Z' })
    await buildDonation(db, { amount: 300, status: 'failed' })
    await buildDonation(db, { amount: 400, currency: 'USD' })
    const deleted = await buildDonation(db, { amount: 500 })
    const { id } = deleted
    await db.updateTable('donations').set({ deleted_at: deleted.created_at }).where('id', '=', id).execute()

    await migrate(db)
    await buildDonation(db, { amount: 600, created_at: '2026-02-01T00:00:00.000Z' })
    const totals = db.selectFrom('donation_grand_totals').selectAll().where('count', '>', 0)
    expect(await totals.orderBy('status').orderBy('currency').execute()).toEqual([
      { status: 'captured', currency: 'INR', count: 3, amount: 900 },
      { status: 'captured', currency: 'USD', count: 1, amount: 400 },
      { status: 'failed', currency: 'INR', count: 1, amount: 300 },
    ])
    expect(await findTotalDifferences(db)).toEqual([])
  })
})
