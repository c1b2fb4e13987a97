import { afterEach, expect, test } from 'vitest'
import { eachDatabase, openUnmigrated, type UnmigratedDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { MIGRATIONS, migrate } from '../migrate.ts'

const EARLIER = MIGRATIONS.filter(([name]) => name < '0021')

eachDatabase((engine) => {
  let database: UnmigratedDatabase
  afterEach(() => database.remove())

  test('leaves the fees of earlier payments unknown', async () => {
    database = await openUnmigrated(engine)
    const { db } = database
    await migrate(db, EARLIER)
    await buildDonation(db)
    await migrate(db)
    expect(await db.selectFrom('donations').select(['fee', 'fee_tax']).execute()).toEqual([
      { fee: null, fee_tax: null },
    ])
    await expect(buildDonation(db, { fee: -1 })).rejects.toThrow()
  })
})
