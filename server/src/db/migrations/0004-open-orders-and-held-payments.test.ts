import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { eachDatabase, openUnmigrated, type UnmigratedDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { migrate } from '../migrate.ts'
import * as firstSchema from './0001-first-schema.ts'
import * as donationGrandTotals from './0002-donation-grand-totals.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const EARLIER = [
  ['0001-first-schema', firstSchema],
  ['0002-donation-grand-totals', donationGrandTotals],
] as const

eachDatabase((engine) => {
  let database: UnmigratedDatabase
  afterEach(() => database.remove())

  test('moves open orders from jobs, adds new unpaid orders, fails old ones, and keeps other jobs', async () => {
    database = await openUnmigrated(engine)
    const { db } = database
    await migrate(db, EARLIER)
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
    const others = db.selectFrom('jobs').select('id').where('kind', '!=', 'match-donors')
    expect(await others.execute()).toEqual([{ id: '2' }])
    const statuses = await db.selectFrom('donations').select(['order_id', 'status']).execute()
    const expected = { ...orders, old: ['failed'] }
    for (const { order_id, status } of statuses) {
      expect(status).toBe(order_id === null ? 'pending' : expected[order_id as keyof typeof orders][0])
    }
    const audit = sql`select order_id, action from audit inner join donations on donations.id = subject_id`
    expect((await audit.execute(db)).rows).toEqual([{ order_id: 'old', action: 'donation.failed' }])
  })

  test('copies reason, amount and currency of held payments from the audit log', async () => {
    database = await openUnmigrated(engine)
    const { db } = database
    await migrate(db, EARLIER)
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
})
