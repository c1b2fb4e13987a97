import { afterEach, expect, test } from 'vitest'
import { eachDatabase, openUnmigrated, type UnmigratedDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { MIGRATIONS, migrate } from '../migrate.ts'

const EARLIER = MIGRATIONS.filter(([name]) => name < '0019')

eachDatabase((engine) => {
  let database: UnmigratedDatabase
  afterEach(() => database.remove())

  test('computes when the money of each donation was received', async () => {
    database = await openUnmigrated(engine)
    const { db } = database
    await migrate(db, EARLIER)
    const [created_at, captured_at] = ['2026-03-31T18:29:59.000Z', '2026-03-31T18:30:00.000Z']
    await buildDonation(db, { id: 'a', created_at, captured_at })
    await buildDonation(db, { id: 'b', created_at })
    await buildDonation(db, { id: 'c', created_at, captured_at, payment_id: null })
    await migrate(db)
    const rows = await db.selectFrom('donations').select(['id', 'received_at']).orderBy('id').execute()
    expect(rows).toEqual([
      { id: 'a', received_at: captured_at },
      { id: 'b', received_at: created_at },
      { id: 'c', received_at: created_at },
    ])
  })
})
