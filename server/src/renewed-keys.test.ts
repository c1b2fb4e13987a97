import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Db } from './db/db.ts'
import { MIGRATIONS, migrate } from './db/migrate.ts'
import { renewKeys } from './renewed-keys.ts'
import { listOpenDuplicates } from './resources/donors/donor-merge-store.ts'
import {
  eachDatabase,
  onlyPostgres,
  openForEachTest,
  openUnmigrated,
  type UnmigratedDatabase,
} from './testing/databases.ts'
import { buildDonation, buildDonor, buildPurpose } from './testing/factories.ts'
import { addOfflineGift } from './testing/gifts/offline-gift-factories.ts'
import { countWaiting } from './testing/waiting-statements.ts'

eachDatabase((engine) => {
  let database: UnmigratedDatabase
  afterEach(() => database.remove())

  /** A database of the version before, with a job for its next start. */
  async function openEarlier(): Promise<Db> {
    database = await openUnmigrated(engine)
    await migrate(
      database.db,
      MIGRATIONS.filter(([name]) => name < '0030'),
    )
    return database.db
  }

  test('an update renews keys and search texts, and proposes duplicates', async () => {
    const db = await openEarlier()
    const first = await buildDonor(db, { name: 'हिन्दी भवन', phones: ['0141-2442244'] })
    const second = await buildDonor(db, { name: 'D’Souza', phones: ['98765 43210', '+91 141 2442244'] })
    const mail = await buildDonor(db, { emails: ['asha@xn--p1b6ci4b4b3a.xn--h2brj9c'] })
    const other = await buildDonor(db, { emails: ['asha@उदाहरण.भारत'] })
    await db.updateTable('donors').set({ search_name: 'old', search_text: 'old' }).execute()
    await sql`update donor_contacts set key = text`.execute(db)
    const gift = await buildDonation(db, { donor_name: 'D’Souza', purpose: 'हिन्दी' })
    await db.updateTable('donations').set({ search_donor: 'old', donor_key: 'old' }).execute()
    await addOfflineGift(db, gift.id, {
      mode: 'upi',
      reference: '4123 4567 8901',
      book_number: 'A–1',
      leaf_number: '2',
    })
    const purpose = await buildPurpose(db)
    const mapping = { purpose_id: purpose.id, updated_at: '2026-01-01T00:00:00.000Z' }
    await db
      .insertInto('purpose_mappings')
      .values([
        { ...mapping, text: 'हिन्दी', normalised_text: 'old' },
        { ...mapping, text: 'D’Souza', normalised_text: 'd’souza' },
        { ...mapping, text: "D'Souza", normalised_text: "d'souza" },
      ])
      .execute()

    const { id: otherPurpose } = await buildPurpose(db)
    await db
      .insertInto('purpose_mappings')
      .values([
        { ...mapping, text: 'Gau–Seva', normalised_text: 'gau–seva', purpose_id: otherPurpose },
        { ...mapping, text: 'Gau-Seva', normalised_text: 'gau-seva' },
      ])
      .execute()
    const named = (id: string, name: string, state: 'open' | 'dismissed') => ({
      ...{ id, state, donor_id: first.id, other_key: `name:${id}`, other_id: null, other_name: name },
      ...{ reason: 'name' as const, created_at: mapping.updated_at },
    })
    await db
      .insertInto('donor_duplicates')
      .values([
        named('1', 'हिन्दी', 'open'),
        named('2', 'हिंदी', 'dismissed'),
        named('3', 'गङ्गा', 'dismissed'),
        named('4', 'गंगा', 'dismissed'),
        named('5', 'चन्दा', 'dismissed'),
        named('6', 'चंदा', 'open'),
      ])
      .execute()

    await migrate(db)
    expect(await db.selectFrom('jobs').select('kind').where('kind', '=', 'renew-keys').execute()).toHaveLength(1)
    await renewKeys(db)
    await renewKeys(db)

    const donors = await db.selectFrom('donors').select(['search_name', 'search_text']).orderBy('n').execute()
    expect(donors.map(({ search_name }) => search_name).slice(0, 2)).toEqual(['हिंदी भवन', "d'souza"])
    expect(donors[1]?.search_text).toContain('+91 141 2442244')
    const keys = await db
      .selectFrom('donor_contacts')
      .select('key')
      .where('donor_id', '=', second.id)
      .orderBy('position')
      .execute()
    expect(keys.map(({ key }) => key)).toEqual(['+919876543210', '+911412442244'])
    const pairs = (await listOpenDuplicates(db, { offset: 0, limit: 10 })).map(({ donor_id, other_id, reason }) => [
      donor_id,
      other_id,
      reason,
    ])
    expect(pairs).toEqual(
      expect.arrayContaining([
        [first.id, second.id, 'phone'],
        [mail.id, other.id, 'email'],
      ]),
    )
    expect(pairs).toHaveLength(2)
    expect(await db.selectFrom('donations').select(['search_donor', 'donor_key']).executeTakeFirst()).toMatchObject({
      search_donor: expect.stringMatching(/^d'souza/),
      donor_key: expect.stringMatching(/^e:/),
    })
    expect(await db.selectFrom('offline_gifts').select(['leaf_key', 'reference_key']).execute()).toEqual([
      { leaf_key: 'a-1\n2', reference_key: '412345678901' },
    ])
    const names = db.selectFrom('donor_duplicates').select(['other_key', 'state']).where('reason', '=', 'name')
    expect(await names.orderBy('other_key').execute()).toEqual(
      ['गंगा', 'चंदा', 'हिंदी'].map((name) => ({ other_key: `name:${name}`, state: 'dismissed' })),
    )
    const texts = await db.selectFrom('purpose_mappings').select(['text', 'normalised_text']).execute()
    expect(new Map(texts.map(({ text, normalised_text }) => [text, normalised_text]))).toEqual(
      new Map([
        ['हिन्दी', 'हिंदी'],
        ["D'Souza", "d'souza"],
        ['Gau–Seva', 'gau–seva'],
        ['Gau-Seva', 'gau-seva'],
      ]),
    )
  })

  test('reads all rows of a table in several batches', async () => {
    const db = await openEarlier()
    for (let n = 0; n < 301; n += 1) await buildDonor(db, { name: `D’Souza ${n}` })
    await migrate(db)
    await db.updateTable('donors').set({ search_name: 'old' }).execute()
    await renewKeys(db)
    const old = await db.selectFrom('donors').select('id').where('search_name', '=', 'old').execute()
    expect(old).toEqual([])
  })
})

onlyPostgres(() => {
  const here = openForEachTest('PostgreSQL')

  test('does not deadlock with a change of several gifts in another order, such as a deposit', async () => {
    const { db } = here
    for (let n = 0; n < 2; n += 1) await addOfflineGift(db, (await buildDonation(db)).id, { mode: 'cash' })
    const gifts = await db.selectFrom('offline_gifts').select('donation_id').orderBy('donation_id', 'desc').execute()
    let renewal: Promise<void> | undefined
    await db.transaction().execute(async (transaction) => {
      for (const { donation_id } of gifts) {
        await transaction
          .updateTable('offline_gifts')
          .set({ version: 9 })
          .where('donation_id', '=', donation_id)
          .execute()
        renewal ??= renewKeys(db)
        await expect.poll(() => countWaiting(db)).toBe(1)
      }
    })
    await expect(renewal).resolves.toBeUndefined()
  })
})
