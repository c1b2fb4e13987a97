import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { saveMappings } from '../../resources/lists/purpose-mapping-service.ts'
import { eachDatabase, openUnmigrated, type UnmigratedDatabase } from '../../testing/databases.ts'
import { buildDonation, buildPurpose } from '../../testing/factories.ts'
import { migrate } from '../migrate.ts'
import * as firstSchema from './0001-first-schema.ts'
import * as grandTotals from './0002-donation-grand-totals.ts'

eachDatabase((engine) => {
  let database: UnmigratedDatabase
  afterEach(() => database.remove())

  test('keeps the purposes of earlier donations as text, to be mapped', async () => {
    database = await openUnmigrated(engine)
    const { db } = database
    await migrate(db, [
      ['0001-first-schema', firstSchema],
      ['0002-donation-grand-totals', grandTotals],
    ])
    const { id } = await buildDonation(db, { purpose: 'गौ  सेवा' })
    // Longer than an index of PostgreSQL takes, and too random to be compressed.
    const characters = Array.from({ length: 3000 }, () => 0x4e00 + Math.floor(Math.random() * 20_000))
    await buildDonation(db, { purpose: String.fromCharCode(...characters) })
    await migrate(db)
    const find = () =>
      db.selectFrom('donations').select(['purpose', 'purpose_id', 'institution_id']).where('id', '=', id).execute()
    expect(await find()).toEqual([{ purpose: 'गौ  सेवा', purpose_id: null, institution_id: null }])
    const purpose = await buildPurpose(db)
    const recorder = { actor: null, record: async () => {} }
    await saveMappings({ db, recorder }, [{ text: 'गौ सेवा', previousId: null, purposeId: purpose.id }])
    expect(await find()).toEqual([{ purpose: 'गौ  सेवा', purpose_id: purpose.id, institution_id: null }])
  })

  test('refuses unknown types of donation and purposes that do not exist', async () => {
    database = await openUnmigrated(engine)
    const { db } = database
    await migrate(db)
    const donation = await buildDonation(db)
    await expect(buildPurpose(db, { donation_type: 'tithe' as 'general' })).rejects.toThrow(/check constraint/i)
    const unknown = sql`update donations set purpose_id = 'none' where id = ${donation.id}`
    await expect(unknown.execute(db)).rejects.toThrow(/foreign key/i)
  })
})
