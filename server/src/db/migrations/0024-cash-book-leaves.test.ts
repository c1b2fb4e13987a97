import { afterEach, expect, test } from 'vitest'
import { eachDatabase, openUnmigrated, type UnmigratedDatabase } from '../../testing/databases.ts'
import { buildBookedGift, buildOfflineGift, entryTextsOf } from '../../testing/gifts/offline-gift-factories.ts'
import { MIGRATIONS, migrate } from '../migrate.ts'

const EARLIER = MIGRATIONS.filter(([name]) => name < '0024')

eachDatabase((engine) => {
  let database: UnmigratedDatabase
  afterEach(() => database.remove())

  test('leaves earlier entries of cash books without a leaf, and as unchangeable as new ones', async () => {
    database = await openUnmigrated(engine)
    const { db } = database
    await migrate(db, EARLIER)
    const leaf = { book_number: '12', leaf_number: '34' }
    const gift = await buildOfflineGift(db, leaf)
    const { book_number, leaf_number, ...texts } = await entryTextsOf(db, gift)
    const entry = { id: 'e1', day: gift.received_on, kind: 'gift' as const, ...texts }
    // The columns come with the migration.
    await db
      .insertInto('cash_book_entries')
      .values(entry as typeof entry & typeof leaf)
      .execute()
    await migrate(db)
    const { donation_id } = await buildBookedGift(db, leaf)
    const rows = await db.selectFrom('cash_book_entries').selectAll().orderBy('entered_at').execute()
    const byGift = new Map(rows.map((row) => [row.donation_id, row]))
    expect(byGift.get(gift.donation_id)).toEqual({ ...entry, book_number: '', leaf_number: '' })
    expect(byGift.get(donation_id)).toMatchObject(leaf)
    await expect(db.updateTable('cash_book_entries').set(leaf).execute()).rejects.toThrow('cannot be changed')
  })
})
