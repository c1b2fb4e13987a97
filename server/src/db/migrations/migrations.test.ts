import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { findPage, summarizeDonations } from '../../resources/donations/donation-list-service.ts'
import { findCurrentNumbers } from '../../resources/donations/donation-search-store.ts'
import { findDaysZone } from '../../resources/donations/local-day-store.ts'
import { listEvents } from '../../resources/events/event-store.ts'
import { listHomeVideos } from '../../resources/home-videos/home-video-store.ts'
import { saveMappings } from '../../resources/lists/purpose-mapping-service.ts'
import { findNewestVersion, findVersion, insertVersion } from '../../resources/settings/settings-store.ts'
import { eachDatabase, openUnmigrated, type UnmigratedDatabase } from '../../testing/databases.ts'
import { buildDonation, buildDonor, buildPurpose } from '../../testing/factories.ts'
import { buildBookedGift, buildOfflineGift, entryTextsOf } from '../../testing/gifts/offline-gift-factories.ts'
import { type Db, tableNames } from '../db.ts'
import { MIGRATIONS, migrate } from '../migrate.ts'
import postgresSchema from '../schema/postgres.json' with { type: 'json' }
import sqliteSchema from '../schema/sqlite.json' with { type: 'json' }
import { readSchema } from '../schema.ts'

const DAY_MS = 24 * 60 * 60 * 1000

eachDatabase((engine) => {
  let database: UnmigratedDatabase
  let db: Db
  afterEach(() => database.remove())

  /** Opens a database with the tables before a migration. */
  async function openBefore(number: string): Promise<void> {
    database = await openUnmigrated(engine)
    db = database.db
    const earlier = MIGRATIONS.filter(([name]) => name < number)
    await migrate(db, earlier)
  }

  test('0004 moves open orders from jobs, adds new unpaid orders, fails old ones, and keeps other jobs', async () => {
    await openBefore('0004')
    const days = (age: number) => new Date(Date.now() - age * DAY_MS).toISOString()
    const [young, old, due_at] = [days(6), days(8), days(0)]
    const orders = {
      waiting: ['failed', old],
      paid: ['captured', young],
      new: ['Created', young],
      old: ['Created', old],
      refused: ['failed', young],
      imported: [null, old],
    } as const
    for (const [order_id, [status, created_at]] of Object.entries(orders))
      await buildDonation(db, { order_id, status, created_at })
    await buildDonation(db, { order_id: null, status: 'pending', created_at: old })
    const job = { attempts: 0, due_at, created_at: old, failed_at: null }
    const jobs = [
      { id: '1', kind: 'reconcile-order', subject: 'waiting', ...job },
      { id: '2', kind: 'make-variants', subject: 'old', ...job },
    ]
    await db.insertInto('jobs').values(jobs).execute()

    await migrate(db)
    expect(await db.selectFrom('open_orders').selectAll().orderBy('order_id').execute()).toEqual([
      { order_id: 'new', ordered_at: young, due_at: young },
      { order_id: 'waiting', ordered_at: old, due_at },
    ])
    const others = db.selectFrom('jobs').select('id').where('kind', 'not in', ['match-donors', 'renew-keys'])
    expect(await others.execute()).toEqual([{ id: '2' }])
    const statuses = await db.selectFrom('donations').select(['order_id', 'status']).execute()
    const expected = { ...orders, old: ['failed'] }
    for (const { order_id, status } of statuses) {
      expect(status).toBe(order_id === null ? 'pending' : expected[order_id as keyof typeof orders][0])
    }
    const audit = sql`select order_id, action from audit inner join donations on donations.id = subject_id`
    expect((await audit.execute(db)).rows).toEqual([{ order_id: 'old', action: 'donation.failed' }])
  })

  test('0004 copies reason, amount and currency of held payments from the audit log', async () => {
    await openBefore('0004')
    const { id } = await buildDonation(db)
    for (const payment of ['pay_1', 'pay_2']) {
      await sql`insert into held_payments (payment_id, donation_id, status, held_at)
        values (${payment}, ${id}, 'captured', '2026-03-01T00:00:00.000Z')`.execute(db)
    }
    const details = { reason: 'the order was paid by another payment', amount: 70_000, currency: 'INR' }
    const entry = JSON.stringify({ ...details, paymentId: 'pay_1' })
    await sql`insert into audit (id, at, action, subject_id, details)
      values ('1', '2026-03-01T00:00:00.000Z', 'payment.held', ${id}, ${entry})`.execute(db)

    await migrate(db)
    const held = db.selectFrom('held_payments').select(['payment_id', 'reason', 'amount', 'currency'])
    expect(await held.orderBy('payment_id').execute()).toEqual([
      { payment_id: 'pay_1', reason: 'order-paid', amount: 70_000, currency: 'INR' },
      { payment_id: 'pay_2', reason: null, amount: null, currency: null },
    ])
  })

  test('0006 keeps events and videos of earlier versions, without dates and posters', async () => {
    await openBefore('0006')
    await sql`insert into events values ('e1', 'Eye camp', 'Free', null, '2026-01-01T00:00:00.000Z')`.execute(db)
    await sql`insert into home_videos values ('v1', 'Aarti', '', '/media/a', '2026-01-01T00:00:00.000Z'),
      ('v2', 'Mela', '', '/media/b', '2026-01-01T00:00:00.000Z')`.execute(db)
    await migrate(db)
    expect(await listHomeVideos(db)).toMatchObject([
      { _id: 'v2', posterUrl: null },
      { _id: 'v1', posterUrl: null },
    ])
    expect(await listEvents(db)).toMatchObject([
      { _id: 'e1', title: 'Eye camp', description: 'Free', startsAt: null, endsAt: null, venue: '' },
    ])
  })

  test('0008 keeps with each deleted donation who deleted it last', async () => {
    await openBefore('0008')
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

  test('0014 keeps the purposes of earlier donations as text, to be mapped', async () => {
    await openBefore('0014')
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

  test('0014 refuses unknown types of donation and purposes that do not exist', async () => {
    await openBefore('9999')
    const donation = await buildDonation(db)
    await expect(buildPurpose(db, { donation_type: 'tithe' as 'general' })).rejects.toThrow(/check constraint/i)
    const unknown = sql`update donations set purpose_id = 'none' where id = ${donation.id}`
    await expect(unknown.execute(db)).rejects.toThrow(/foreign key/i)
  })

  test('0016 adds settings without any version, and rows that nothing can change', async () => {
    await openBefore('0016')
    await sql`insert into receipt_settings values ('h', '{}')`.execute(db)
    await migrate(db)
    expect(await findNewestVersion(db)).toBe(0)
    const row = { version: 1, content: '{"name":"x"}', saved_at: '', saved_by: 'मीरा', saved_by_id: 'a' }
    await insertVersion(db, row)
    await expect(sql`update trust_settings set content = '{}'`.execute(db)).rejects.toThrow('cannot be changed')
    await expect(sql`delete from trust_settings`.execute(db)).rejects.toThrow('cannot be changed')
    expect(await findVersion(db, 1)).toEqual(row)
    expect((await sql`select * from receipt_settings`.execute(db)).rows).toHaveLength(1)
  })

  test('0017 keeps donations without a donor, and adds the job that finds their donors', async () => {
    await openBefore('0017')
    const { id } = await buildDonation(db)
    await migrate(db)
    expect(await db.selectFrom('donations').select(['id', 'donor_id']).execute()).toEqual([{ id, donor_id: null }])
    const jobs = db.selectFrom('jobs').select(['kind', 'subject', 'attempts']).where('kind', '!=', 'renew-keys')
    expect(await jobs.execute()).toEqual([{ kind: 'match-donors', subject: 'all', attempts: 0 }])
  })

  test('0017 adds no job to a database without donations', async () => {
    await openBefore('9999')
    expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })

  test('0018 keeps issued receipts with their links, and allows several per donation', async () => {
    await openBefore('0018')
    const { id } = await buildDonation(db, { receipt_token: 'link', receipt_number: 'SD/1' })
    await sql`insert into receipt_settings values ('h', '{}')`.execute(db)
    await sql`insert into receipt_series values ('2026-27', 1)`.execute(db)
    await sql`insert into receipts values ('r', ${id}, '2026-27', 1, '2026-05-01', '{}', 'h')`.execute(db)
    await migrate(db)
    const row = { donation_id: id, series: '2026-27', issued_at: '2026-05-01', snapshot: '{}', settings_hash: 'h' }
    expect(await db.selectFrom('receipts').selectAll().execute()).toEqual([
      { id: 'r', token: 'link', number: 1, ...row },
    ])
    await db
      .insertInto('receipts')
      .values({ id: 's', token: 'other', number: 2, ...row })
      .execute()
    await expect(db.updateTable('receipts').set({ number: 3 }).execute()).rejects.toThrow('cannot be changed')
    await expect(db.deleteFrom('receipts').execute()).rejects.toThrow('cannot be changed')
    const again = db
      .insertInto('receipts')
      .values({ id: 't', token: 'third', number: 2, ...row })
      .execute()
    await expect(again).rejects.toThrow()
  })

  test('0019 computes when the money of each donation was received', async () => {
    await openBefore('0019')
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

  test('0020 keeps what a slip contained, and earlier gifts and slips', async () => {
    await openBefore('0020')
    const { donation_id } = await buildOfflineGift(db)
    const slip = { id: 's', deposited_on: '2026-11-20', slip_number: '', bank_account: 'SBI', amount: 500_00 }
    const by = { created_at: '', created_by: 'meera', created_by_id: 'm', cancelled_at: null }
    await db
      .insertInto('deposit_slips')
      .values({ ...slip, ...by })
      .execute()
    await migrate(db)
    const row = { slip_id: 's', donation_id, mode: 'cash' as const, amount: 500_00 }
    await db.insertInto('deposit_slip_gifts').values(row).execute()
    expect(await db.selectFrom('deposit_slip_gifts').selectAll().execute()).toEqual([row])
    await expect(db.updateTable('deposit_slip_gifts').set({ amount: 1 }).execute()).rejects.toThrow('cannot be changed')
    await expect(db.deleteFrom('deposit_slip_gifts').execute()).rejects.toThrow('cannot be changed')
    await expect(db.insertInto('deposit_slip_gifts').values(row).execute()).rejects.toThrow()
  })

  test('0021 leaves the fees and settlements of earlier payments unknown', async () => {
    await openBefore('0021')
    await buildDonation(db)
    await migrate(db)
    expect(
      await db
        .selectFrom('donations')
        .select(['fee', 'fee_tax', 'settlement_id', 'settlement_utr', 'settled_at'])
        .execute(),
    ).toEqual([{ fee: null, fee_tax: null, settlement_id: null, settlement_utr: null, settled_at: null }])
    await expect(buildDonation(db, { fee: -1 })).rejects.toThrow()
  })

  test('0022 takes the link to a cancelled receipt from its donation, and finds earlier receipts', async () => {
    await openBefore('0022')
    await db.insertInto('receipt_settings').values({ hash: 'h', settings: '{}' }).execute()
    await db.insertInto('receipt_series').values({ series: '2026-27', last_number: 2 }).execute()
    const ids: string[] = []
    for (const number of [1, 2]) {
      const { donation_id } = await buildOfflineGift(db)
      ids.push(donation_id)
      const [id, token, issued_at] = [`r${number}`, `t${number}`, '2026-11-20T06:30:00.000Z']
      const snapshot = JSON.stringify({ layout: 1, number: `SD/${number}` })
      const row = { id, donation_id, token, series: '2026-27', number, issued_at, snapshot, settings_hash: 'h' }
      await db.insertInto('receipts').values(row).execute()
      const columns = { receipt_token: token, receipt_number: number === 1 ? 'SD/9' : 'SD/2' }
      await db.updateTable('donations').set(columns).where('id', '=', donation_id).execute()
    }
    const cancelled = { receipt_id: 'r1', cancelled_at: '2026-11-21', reason: 'corrected' as const }
    await db
      .insertInto('receipt_cancellations')
      .values({ ...cancelled, link_expires_at: null })
      .execute()
    await migrate(db)
    const tokens = await db.selectFrom('donations').select(['id', 'receipt_token']).execute()
    expect(ids.map((id) => tokens.find((row) => row.id === id)?.receipt_token)).toEqual([null, 't2'])
    expect(await findCurrentNumbers(db, 'sd/1')).toEqual(['sd/9'])
    expect(await findCurrentNumbers(db, 'sd/2')).toEqual([])
  })

  test('0023 adds an empty table of certificates, and refuses a shared file, an unknown donor and an empty file', async () => {
    await openBefore('0023')
    await migrate(db)
    expect(await db.selectFrom('donor_certificates').selectAll().execute()).toEqual([])
    const { id: donor_id } = await buildDonor(db)
    const row = {
      donor_id,
      year: '2025-26',
      number: '',
      path: `/media/aa/${'b'.repeat(30)}.pdf`,
      bytes: 1,
      added_by: null,
      created_at: '2026',
    }
    const insert = (more: object) =>
      db
        .insertInto('donor_certificates')
        .values({ ...row, id: 'c1', ...more })
        .execute()
    await insert({})
    await expect(insert({ id: 'c2' })).rejects.toThrow()
    await expect(insert({ id: 'c3', path: '/media/aa/other.pdf', donor_id: 'nobody' })).rejects.toThrow()
    await expect(insert({ id: 'c4', path: '/media/aa/other.pdf', bytes: 0 })).rejects.toThrow()
  })

  test('0024 leaves earlier entries of cash books without a leaf, and as unchangeable as new ones', async () => {
    await openBefore('0024')
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

  test('0025 leaves the citizenship of earlier donations open, also beside a text too long for an index', async () => {
    await openBefore('0025')
    const { id } = await buildDonation(db, { donor_pan: 'x'.repeat(9000) })
    await migrate(db)
    const rows = await db.selectFrom('donations').select(['id', 'donor_citizenship']).execute()
    expect(rows).toEqual([{ id, donor_citizenship: null }])
  })

  test('0026 gives the donations of a purpose its type, but neither gifts by hand nor others', async () => {
    await openBefore('0026')
    const { id: purpose_id } = await buildPurpose(db, { donation_type: 'corpus' })
    await buildDonation(db, { purpose_id })
    await buildDonation(db)
    await buildOfflineGift(db, { donation: { purpose_id } })
    await migrate(db)
    const rows = await db.selectFrom('donations').select('donation_type').orderBy('n').execute()
    expect(rows.map(({ donation_type }) => donation_type)).toEqual(['corpus', null, null])
  })

  test('0029 lists and sums the donations of a database with totals, and those written later', async () => {
    await openBefore('0029')
    await db
      .updateTable('donation_totals_state' as 'local_days')
      .set({ time_zone: 'Asia/Kolkata' })
      .execute()
    const { id } = await buildDonation(db, { amount: 100, created_at: '2026-01-01T00:00:00.000Z', donor_name: 'Asha' })
    await buildDonation(db, { amount: 300, status: 'failed' })
    await buildDonation(db, { amount: 500, deleted_at: '2026-01-02T00:00:00.000Z' })

    await migrate(db)
    expect((await tableNames(db)).filter((name) => /total|donation_donors/.test(name))).toEqual([])
    expect(await findDaysZone(db)).toBe('Asia/Kolkata')
    await db.updateTable('donations').set({ amount: 200 }).where('id', '=', id).execute()
    await buildDonation(db, { amount: 600, created_at: '2026-02-01T00:00:00.000Z', donor_name: 'Balu' })
    const clock = { now: Date.parse('2026-02-21T12:00:00.000Z'), timeZone: 'Asia/Kolkata' }
    expect(await summarizeDonations(db, clock)).toMatchObject({ count: 3, totalAmount: 800, monthAmount: 600 })
    const page = { sort: 'amount-high', page: 1, limit: 10 } as const
    const { rows } = await findPage(db, { words: [], status: 'authorized' }, page)
    expect(rows.map(({ donorName }) => donorName)).toEqual(['Balu', 'Asha'])
  })

  test('0032 keeps cancelled receipts, and allows those of lost disputes', async () => {
    await openBefore('0032')
    const { id: donation_id } = await buildDonation(db, { status: 'Refunded', amount: 50_000 })
    await db.insertInto('receipt_settings').values({ hash: 'h', settings: '{}' }).execute()
    await db.insertInto('receipt_series').values({ series: '2026-27', last_number: 2 }).execute()
    const receipt = { donation_id, series: '2026-27', issued_at: '2026-11-20', snapshot: '{}', settings_hash: 'h' }
    for (const number of [1, 2]) {
      await db
        .insertInto('receipts')
        .values({ id: `r${number}`, token: `t${number}`, number, ...receipt })
        .execute()
    }
    const cancel = (receipt_id: string, reason: 'corrected' | 'disputed') =>
      db
        .insertInto('receipt_cancellations')
        .values({ receipt_id, cancelled_at: '2026-11-21', reason, link_expires_at: null })
        .execute()
    await cancel('r1', 'corrected')
    await migrate(db)
    await cancel('r2', 'disputed')
    const reasons = db.selectFrom('receipt_cancellations').select('reason').orderBy('receipt_id')
    expect(await reasons.execute()).toEqual([{ reason: 'corrected' }, { reason: 'disputed' }])
    await expect(db.updateTable('receipt_cancellations').set({ reason: 'bounced' }).execute()).rejects.toThrow(
      /changed/,
    )
    await expect(cancel('r2', 'other' as 'disputed')).rejects.toThrow()
    const columns = db.selectFrom('donations').select(['refunded_amount', 'lost_amount', 'lost_at'])
    expect(await columns.execute()).toEqual([{ refunded_amount: 50_000, lost_amount: null, lost_at: null }])
  })

  test('0035 mends databases that versions in development made', async () => {
    await openBefore('0035')
    const changes = [
      'drop index uncaptured_payments_by_time',
      'drop index donations_by_given_pan',
      'drop index payment_returns_open',
      `create index payment_returns_open on payment_returns (reported_at) where status = 'open'`,
      'alter table open_orders add column failures integer not null default 0 check (failures >= 0)',
      'alter table offline_gifts drop column is_deposit_implied',
    ]
    for (const change of changes) await sql.raw(change).execute(db)
    await migrate(db)
    expect(await readSchema(db)).toEqual(engine === 'SQLite' ? sqliteSchema : postgresSchema)
  })

  test('0036 fills the amount of refunds that an earlier 0032 left out', async () => {
    await openBefore('0036')
    await buildDonation(db, { amount: 50_000, status: 'refunded' })
    await db.updateTable('donations').set({ refunded_amount: null }).execute()
    await buildDonation(db, { amount: 50_000, status: 'captured' })
    await buildDonation(db, { amount: 50_000, status: 'refunded', refunded_amount: 20_000 })
    const amounts = async () =>
      (await db.selectFrom('donations').select('refunded_amount').orderBy('n').execute()).map(
        (row) => row.refunded_amount,
      )
    const [, captured] = await amounts()
    await migrate(db)
    expect(await amounts()).toEqual([50_000, captured, 20_000])
    expect(captured).not.toBe(50_000)
  })
})
