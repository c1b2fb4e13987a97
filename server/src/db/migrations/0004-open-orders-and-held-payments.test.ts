import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { insertAudit } from '../../resources/audit/audit-store.ts'
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

  test('moves open orders from jobs, adds unpaid orders without a job, and keeps other jobs', async () => {
    database = await openUnmigrated(engine)
    const { db } = database
    await migrate(db, EARLIER)
    const created_at = '2026-03-01T00:00:00.000Z'
    const due_at = '2026-03-01T04:00:00.000Z'
    const states = { waiting: 'failed', paid: 'captured', old: 'Created', unknown: null, refused: 'failed' }
    for (const [order_id, status] of Object.entries(states)) await buildDonation(db, { order_id, status, created_at })
    await buildDonation(db, { order_id: null, status: 'pending' })
    const job = { attempts: 0, due_at, created_at, failed_at: null }
    const jobs = [
      { id: '1', kind: 'reconcile-order', subject: 'waiting', ...job },
      { id: '2', kind: 'make-variants', subject: 'old', ...job },
    ]
    await db.insertInto('jobs').values(jobs).execute()

    await migrate(db)
    const common = { ordered_at: created_at, failures: 0 }
    expect(await db.selectFrom('open_orders').selectAll().orderBy('order_id').execute()).toEqual([
      { order_id: 'old', due_at: created_at, ...common },
      { order_id: 'unknown', due_at: created_at, ...common },
      { order_id: 'waiting', due_at, ...common },
    ])
    expect((await db.selectFrom('jobs').selectAll().execute()).map(({ id }) => id)).toEqual(['2'])
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
    await insertAudit(db, {
      actor: null,
      action: 'payment.held',
      subjectId: id,
      details: { ...details, paymentId: 'pay_1' },
    })

    await migrate(db)
    const held = db.selectFrom('held_payments').select(['payment_id', 'reason', 'amount', 'currency'])
    expect(await held.orderBy('payment_id').execute()).toEqual([
      { payment_id: 'pay_1', reason: 'order-paid', amount: 70_000, currency: 'INR' },
      { payment_id: 'pay_2', reason: null, amount: null, currency: null },
    ])
  })
})
