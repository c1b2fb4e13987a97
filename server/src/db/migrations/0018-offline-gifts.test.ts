import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { eachDatabase, openUnmigrated, type UnmigratedDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { MIGRATIONS, migrate } from '../migrate.ts'

const EARLIER = MIGRATIONS.filter(([name]) => name < '0018')

eachDatabase((engine) => {
  let database: UnmigratedDatabase
  afterEach(() => database.remove())

  test('keeps issued receipts with their links, and allows several per donation', async () => {
    database = await openUnmigrated(engine)
    const { db } = database
    await migrate(db, EARLIER)
    const { id } = await buildDonation(db, { receipt_token: 'link', receipt_number: 'SD/1' })
    await sql`insert into receipt_settings values ('h', '{}')`.execute(db)
    await sql`insert into receipt_series values ('2026-27', 1)`.execute(db)
    await sql`insert into receipts values ('r', ${id}, '2026-27', 1, '2026-05-01', '{}', 'h')`.execute(db)
    await migrate(db)
    const row = { donation_id: id, series: '2026-27', issued_at: '2026-05-01', snapshot: '{}', settings_hash: 'h' }
    expect(await db.selectFrom('receipts').selectAll().execute()).toEqual([
      { id: 'r', token: 'link', number: 1, ...row },
    ])
    await db
      .insertInto('receipts')
      .values({ id: 's', token: 'other', number: 2, ...row })
      .execute()
    await expect(db.updateTable('receipts').set({ number: 3 }).execute()).rejects.toThrow('cannot be changed')
    await expect(db.deleteFrom('receipts').execute()).rejects.toThrow('cannot be changed')
    const again = db
      .insertInto('receipts')
      .values({ id: 't', token: 'third', number: 2, ...row })
      .execute()
    await expect(again).rejects.toThrow()
  })
})
