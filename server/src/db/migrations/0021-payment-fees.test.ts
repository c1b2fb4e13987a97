import { afterEach, expect, test } from 'vitest'
import { eachDatabase, openUnmigrated, type UnmigratedDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { MIGRATIONS, migrate } from '../migrate.ts'

const COLUMNS = ['fee', 'fee_tax', 'settlement_id', 'settlement_utr', 'settled_at'] as const
const EARLIER = MIGRATIONS.filter(([name]) => name < '0021')

eachDatabase((engine) => {
  let database: UnmigratedDatabase
  afterEach(() => database.remove())

  test('leaves the fees and settlements of earlier payments unknown', async () => {
    database = await openUnmigrated(engine)
    const { db } = database
    await migrate(db, EARLIER)
    await buildDonation(db)
    await migrate(db)
    expect(await db.selectFrom('donations').select(COLUMNS).execute()).toEqual([
      { fee: null, fee_tax: null, settlement_id: null, settlement_utr: null, settled_at: null },
    ])
    await expect(buildDonation(db, { fee: -1 })).rejects.toThrow()
  })
})
