import { afterEach, expect, test } from 'vitest'
import { findCurrentNumbers } from '../../resources/donations/donation-search-store.ts'
import { eachDatabase, openUnmigrated, type UnmigratedDatabase } from '../../testing/databases.ts'
import { buildOfflineGift } from '../../testing/gifts/offline-gift-factories.ts'
import { MIGRATIONS, migrate } from '../migrate.ts'

const EARLIER = MIGRATIONS.filter(([name]) => name < '0022')

eachDatabase((engine) => {
  let database: UnmigratedDatabase
  afterEach(() => database.remove())

  test('takes the link to a cancelled receipt from its donation, and finds earlier receipts', async () => {
    database = await openUnmigrated(engine)
    const { db } = database
    await migrate(db, EARLIER)
    await db.insertInto('receipt_settings').values({ hash: 'h', settings: '{}' }).execute()
    await db.insertInto('receipt_series').values({ series: '2026-27', last_number: 2 }).execute()
    const ids: string[] = []
    for (const number of [1, 2]) {
      const { donation_id } = await buildOfflineGift(db)
      ids.push(donation_id)
      const [id, token, issued_at] = [`r${number}`, `t${number}`, '2026-11-20T06:30:00.000Z']
      const snapshot = JSON.stringify({ layout: 1, number: `SD/${number}` })
      const row = { id, donation_id, token, series: '2026-27', number, issued_at, snapshot, settings_hash: 'h' }
      await db.insertInto('receipts').values(row).execute()
      const columns = { receipt_token: token, receipt_number: number === 1 ? 'SD/9' : 'SD/2' }
      await db.updateTable('donations').set(columns).where('id', '=', donation_id).execute()
    }
    const cancelled = { receipt_id: 'r1', cancelled_at: '2026-11-21', reason: 'corrected' as const }
    await db
      .insertInto('receipt_cancellations')
      .values({ ...cancelled, link_expires_at: null })
      .execute()
    await migrate(db)
    const tokens = await db.selectFrom('donations').select(['id', 'receipt_token']).execute()
    expect(ids.map((id) => tokens.find((row) => row.id === id)?.receipt_token)).toEqual([null, 't2'])
    expect(await findCurrentNumbers(db, 'sd/1')).toEqual(['sd/9'])
    expect(await findCurrentNumbers(db, 'sd/2')).toEqual([])
  })
})
