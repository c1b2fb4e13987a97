import { afterEach, expect, test } from 'vitest'
import { eachDatabase, openUnmigrated, type UnmigratedDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { MIGRATIONS, migrate } from '../migrate.ts'

const EARLIER = MIGRATIONS.filter(([name]) => name < '0025')

eachDatabase((engine) => {
  let database: UnmigratedDatabase
  afterEach(() => database.remove())

  test('leaves the citizenship of earlier donations open, also beside a text too long for an index', async () => {
    database = await openUnmigrated(engine)
    const { db } = database
    await migrate(db, EARLIER)
    const { id } = await buildDonation(db, { donor_pan: 'x'.repeat(9000) })
    await migrate(db)
    const rows = await db.selectFrom('donations').select(['id', 'donor_citizenship']).execute()
    expect(rows).toEqual([{ id, donor_citizenship: null }])
  })
})
