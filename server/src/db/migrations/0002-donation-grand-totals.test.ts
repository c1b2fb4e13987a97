import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { eachDatabase, openForEachTest } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import type { Db } from '../schema.ts'
import { up } from './0002-donation-grand-totals.ts'

eachDatabase((engine) => {
  let db: Db
  openForEachTest(engine, (opened) => {
    db = opened
  })

  test('sums the months of donations from before the migration', async () => {
    await sql`drop ${sql.raw(engine === 'PostgreSQL' ? 'view' : 'table')} donation_grand_totals`.execute(db)
    for (const event of engine === 'SQLite' ? ['insert', 'update', 'delete'] : [])
      await sql`drop trigger donation_grand_totals_after_${sql.raw(event)}`.execute(db)
    await buildDonation(db, { amount: 100, created_at: '2026-01-01T00:00:00.000Z' })
    await buildDonation(db, { amount: 200, created_at: '2026-02-01T00:00:00.000Z' })
    await up(db as unknown as Kysely<unknown>)
    await buildDonation(db, { amount: 300, created_at: '2026-02-01T00:00:00.000Z' })
    expect(await db.selectFrom('donation_grand_totals').selectAll().execute()).toEqual([
      { status: 'captured', currency: 'INR', count: 3, amount: 600 },
    ])
  })
})
