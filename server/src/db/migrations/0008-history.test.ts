import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { eachDatabase, openUnmigrated, type UnmigratedDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { migrate } from '../migrate.ts'
import * as firstSchema from './0001-first-schema.ts'
import * as donationGrandTotals from './0002-donation-grand-totals.ts'

const EARLIER = [
  ['0001-first-schema', firstSchema],
  ['0002-donation-grand-totals', donationGrandTotals],
] as const

eachDatabase((engine) => {
  let database: UnmigratedDatabase
  afterEach(() => database.remove())

  test('keeps with each deleted donation who deleted it last', async () => {
    database = await openUnmigrated(engine)
    const { db } = database
    await migrate(db, EARLIER)
    const deleted_at = '2026-01-03T00:00:00.000Z'
    const { id: deleted } = await buildDonation(db, { deleted_at })
    const { id: byHand } = await buildDonation(db, { deleted_at })
    const { id: restored } = await buildDonation(db)
    const entries = [
      ['1', '2026-01-01', 'asha', 'donation.deleted', deleted],
      ['2', '2026-01-02', 'asha', 'donation.restored', deleted],
      ['3', '2026-01-03', 'meera', 'donation.deleted', deleted],
      ['4', '2026-01-03', 'meera', 'donation.deleted', restored],
    ] as const
    for (const [id, at, name, action, subject] of entries)
      await sql`insert into audit values (${id}, ${at}, ${`id-${name}`}, ${name}, ${action}, ${subject}, '{}')`.execute(
        db,
      )

    await migrate(db)
    const rows = await db.selectFrom('donations').select(['id', 'deleted_by', 'deleted_by_id']).orderBy('id').execute()
    expect(rows).toEqual([
      { id: deleted, deleted_by: 'meera', deleted_by_id: 'id-meera' },
      { id: byHand, deleted_by: null, deleted_by_id: null },
      { id: restored, deleted_by: null, deleted_by_id: null },
    ])
  })
})
