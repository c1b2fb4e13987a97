import { afterEach, expect, test } from 'vitest'
import { eachDatabase, openUnmigrated, type UnmigratedDatabase } from '../../testing/databases.ts'
import { buildDonation, buildPurpose } from '../../testing/factories.ts'
import { buildOfflineGift } from '../../testing/gifts/offline-gift-factories.ts'
import { MIGRATIONS, migrate } from '../migrate.ts'

const EARLIER = MIGRATIONS.filter(([name]) => name < '0026')

eachDatabase((engine) => {
  let database: UnmigratedDatabase
  afterEach(() => database.remove())

  test('gives the donations of a purpose its type, but neither gifts by hand nor others', async () => {
    database = await openUnmigrated(engine)
    const { db } = database
    await migrate(db, EARLIER)
    const { id: purpose_id } = await buildPurpose(db, { donation_type: 'corpus' })
    await buildDonation(db, { purpose_id })
    await buildDonation(db)
    await buildOfflineGift(db, { donation: { purpose_id } })
    await migrate(db)
    const rows = await db.selectFrom('donations').select('donation_type').orderBy('n').execute()
    expect(rows.map(({ donation_type }) => donation_type)).toEqual(['corpus', null, null])
  })
})
