import { needlesOf } from '@sevadesk/contract/donation-search.ts'
import type { StatusFilter } from '@sevadesk/contract/donation-status.ts'
import { seededRandom } from '@sevadesk/demo/random.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/schema.ts'
import { eachDatabase, makeMigratedDatabase, openForEachTest, type TestDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { DonationFigures } from './donation-figures.ts'
import { foldDonations } from './donation-fold.ts'
import { pageBySearch } from './donation-search.ts'

eachDatabase((engine) => {
  let place: TestDatabase
  let db: Db
  openForEachTest(engine, (newDb, newPlace) => {
    db = newDb
    place = newPlace
  })

  const find = async (typed: string, status: StatusFilter = 'all') => {
    const wish = { searchIn: 'all', status, span: undefined, sort: 'latest', page: 1, limit: 100 } as const
    const { donations } = await pageBySearch(db, { ...wish, needles: needlesOf(typed) })
    return donations.map(({ _id }) => _id)
  }
  const unfolded = async () =>
    (await db.selectFrom('donations').select('id').where('search_donor', 'is', null).execute()).map(({ id }) => id)

  test('folds what a search looks through and what tells donors apart', async () => {
    const { id } = await buildDonation(db, {
      donor_name: 'ज़ाकिर',
      donor_email: null,
      donor_phone: '९८ ७६',
      purpose: 'GAU',
    })
    await foldDonations(db)
    const row = await db.selectFrom('donations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ search_donor: 'जाकिर\n98 76\n9876', search_purpose: 'gau', donor_key: 'p:9876' })
  })

  test('finds nothing across two lines of a donor, however they follow each other', async () => {
    const { id } = await buildDonation(db, { donor_name: 'Srinivas', donor_email: 'vas@gmail.com', purpose: 'com' })
    expect(await find('nivas@gmail')).toEqual([])
    expect(await find('srinivas vas')).toEqual([])
    expect(await find('inivas')).toEqual([id])
    expect(await find('vas@gmail.com')).toEqual([id])
  })

  test('keeps the order of those that come late to a crowded moment', async () => {
    const created_at = '2026-05-01T00:00:00.000Z'
    const idOf = (number: number) => number.toString(16).padStart(24, '0')
    const add = (number: number, at = created_at) =>
      buildDonation(db, { id: idOf(number), donor_name: 'Crowd', created_at: at })
    for (let number = 100; number < 140; number += 1) await add(number)
    await add(999, '2026-05-01T00:00:01.000Z')
    await foldDonations(db)
    for (const number of [50, 1000, 51, 52, 10]) await add(number)
    await foldDonations(db)
    for (let number = 20; number < 45; number += 1) await add(number)
    const rows = await db
      .selectFrom('donations')
      .select('id')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    expect(await find('crowd')).toEqual(rows.map(({ id }) => id))
  })

  test('a name too long for any index is written and found, and is one donor', async () => {
    const random = seededRandom(7)
    const letters = 'कखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह'
    // At random, since PostgreSQL makes what repeats shorter.
    const name = Array.from({ length: 5000 }, () => letters.charAt(random.whole(0, letters.length - 1))).join('')
    const given = { donor_email: null, donor_phone: null, created_at: '2026-05-01T00:00:00.000Z' }
    const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(24))
    for (const id of ids) await buildDonation(db, { ...given, id, donor_name: id === ids[2] ? `${name}क` : name })
    expect(await find(name.slice(4800))).toEqual(ids.toReversed())
    expect(await unfolded()).toEqual([])
    const donors = async () => (await new DonationFigures(db).summarize({ now: 0, timeZone: 'UTC' })).uniqueDonors
    expect(await donors()).toBe(1)
    await buildDonation(db, { ...given, donor_name: `क${name}` })
    expect(await donors()).toBe(2)
  })

  test('folds text that came with a row too, and is not fooled by it', async () => {
    const { id } = await buildDonation(db, {
      donor_name: 'Asha',
      search_donor: 'meera',
      search_purpose: '',
      donor_key: 'n:meera',
    })
    expect(await find('meera')).toEqual([])
    expect(await find('asha')).toEqual([id])
  })

  test.each([
    { donor_name: 'Neha' },
    { donor_email: 'neha@example.org' },
    { donor_phone: 'neha' },
    { purpose: 'Neha' },
  ])('finds a donation by what anyone writes into it: %o', async (change) => {
    const { id } = await buildDonation(db, {
      donor_name: 'Asha',
      donor_email: 'asha@x.in',
      donor_phone: 'asha',
      purpose: 'asha',
    })
    expect(await find('asha')).toEqual([id])
    await db.updateTable('donations').set(change).execute()
    expect(await unfolded()).toEqual([id])
    expect(await find('neha')).toEqual([id])
    expect(await unfolded()).toEqual([])
  })

  test('lets a change of anything else be', async () => {
    await buildDonation(db)
    await foldDonations(db)
    await db
      .updateTable('donations')
      .set({ amount: 1, updated_at: '2026-01-01T00:00:00.000Z', receipt_token: 'r' })
      .execute()
    expect(await unfolded()).toEqual([])
  })

  test('finds a donation by the status and at the moment that anyone gives it', async () => {
    const { id } = await buildDonation(db, {
      donor_name: 'Asha',
      status: 'pending',
      created_at: '2026-01-01T00:00:00.000Z',
    })
    const { id: other } = await buildDonation(db, {
      donor_name: 'Asha',
      status: 'pending',
      created_at: '2026-01-02T00:00:00.000Z',
    })
    expect(await find('asha', 'pending')).toEqual([other, id])
    await db.updateTable('donations').set({ created_at: '2026-01-03T00:00:00.000Z' }).where('id', '=', id).execute()
    expect(await find('asha', 'pending')).toEqual([id, other])
    await db.updateTable('donations').set({ status: 'captured' }).where('id', '=', id).execute()
    expect(await find('asha', 'pending')).toEqual([other])
    expect(await find('asha', 'authorized')).toEqual([id])
  })

  test('a deleted donation is not found, a restored one is again, and a removed one is gone', async () => {
    const { id } = await buildDonation(db, { donor_name: 'Asha' })
    expect(await find('asha')).toEqual([id])
    await db.updateTable('donations').set({ deleted_at: '2026-01-01T00:00:00.000Z' }).execute()
    expect(await find('asha')).toEqual([])
    await db.updateTable('donations').set({ deleted_at: null }).execute()
    expect(await find('asha')).toEqual([id])
    await db.deleteFrom('donations').execute()
    expect(await find('asha')).toEqual([])
  })

  test('many are folded by many callers at once, on PostgreSQL in two servers, each of them once', async () => {
    const { n: _n, ...row } = await buildDonation(db).then(() =>
      db.selectFrom('donations').selectAll().executeTakeFirstOrThrow(),
    )
    const rows = Array.from({ length: 1100 }, (_, at) => {
      const id = newId()
      const created = new Date(Date.UTC(2026, 0, 1) + ((at * 7919) % 1100) * 60_000).toISOString()
      return { ...row, id, order_id: id, payment_id: id, donor_name: `Asha ${at}`, created_at: created }
    })
    await db.insertInto('donations').values(rows).execute()
    // SQLite has one server at a time.
    const beside = engine === 'SQLite' ? undefined : await openDatabase(place)
    try {
      await Promise.all([db, beside, db, beside].map((handle) => foldDonations(handle ?? db)))
    } finally {
      await beside?.destroy()
    }
    expect(await unfolded()).toEqual([])
    const byTime = rows.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1)).map(({ id }) => id)
    expect(await find('asha')).toEqual(byTime.slice(0, 100))
  })

  describe('in what order they come does not matter', () => {
    test('many of one moment, the last by id first', async () => {
      const ids = Array.from({ length: 12 }, () => newId()).toReversed()
      for (const id of ids) {
        await buildDonation(db, { id, donor_name: 'Asha', created_at: '2026-01-01T00:00:00.000Z' })
        await foldDonations(db)
      }
      expect(await find('asha')).toEqual(ids)
    })
  })
})

describe('SQLite alone', () => {
  test('a row that another replaces is found no more', async () => {
    const place = await makeMigratedDatabase('SQLite')
    const db = await openDatabase(place)
    const { id } = await buildDonation(db, { donor_name: 'Asha' })
    await foldDonations(db)
    await sql`insert or replace into donations (id, donor_name, amount, currency, created_at, updated_at)
      values (${id}, 'Neha', 1, 'INR', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`.execute(db)
    await foldDonations(db)
    const { rows } = await sql<{ rowid: number }>`
      select rowid from donation_long_grams where donation_long_grams match 'a*' or donation_long_grams match 'd*'`.execute(
      db,
    )
    expect(rows).toHaveLength(1)
    expect(await db.selectFrom('donation_places').selectAll().execute()).toHaveLength(1)
    await db.destroy()
    await place.remove()
  })
})
