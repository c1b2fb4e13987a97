import { afterEach, expect, test } from 'vitest'
import { eachDatabase, openUnmigrated, type UnmigratedDatabase } from '../../testing/databases.ts'
import { buildOfflineGift } from '../../testing/gifts/offline-gift-factories.ts'
import { MIGRATIONS, migrate } from '../migrate.ts'

const EARLIER = MIGRATIONS.filter(([name]) => name < '0020')

eachDatabase((engine) => {
  let database: UnmigratedDatabase
  afterEach(() => database.remove())

  test('keeps what a slip contained, and earlier gifts and slips', async () => {
    database = await openUnmigrated(engine)
    const { db } = database
    await migrate(db, EARLIER)
    const { donation_id } = await buildOfflineGift(db)
    const slip = { id: 's', deposited_on: '2026-11-20', slip_number: '', bank_account: 'SBI', amount: 500_00 }
    const by = { created_at: '', created_by: 'meera', created_by_id: 'm', cancelled_at: null }
    await db
      .insertInto('deposit_slips')
      .values({ ...slip, ...by })
      .execute()
    await migrate(db)
    const row = { slip_id: 's', donation_id, mode: 'cash' as const, amount: 500_00 }
    await db.insertInto('deposit_slip_gifts').values(row).execute()
    expect(await db.selectFrom('deposit_slip_gifts').selectAll().execute()).toEqual([row])
    await expect(db.updateTable('deposit_slip_gifts').set({ amount: 1 }).execute()).rejects.toThrow('cannot be changed')
    await expect(db.deleteFrom('deposit_slip_gifts').execute()).rejects.toThrow('cannot be changed')
    await expect(db.insertInto('deposit_slip_gifts').values(row).execute()).rejects.toThrow()
  })
})
