import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { type FakeRazorpay, fakeRazorpay } from '../../testing/fake-razorpay.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { nextReconcileTime } from './reconcile-schedule.ts'

const INDIA = 'Asia/Kolkata'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test('schedules queries at growing intervals until an order can no longer be paid', () => {
  const start = new Date('2026-05-31T18:28:00.000Z')
  const ages: number[] = []
  for (let at: Date | undefined = nextReconcileTime(start, start, INDIA); at; at = nextReconcileTime(start, at, INDIA))
    ages.push(at.getTime() - start.getTime())
  expect(ages).toEqual([15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 6 * DAY])
})

test('schedules a query at the start of the financial year', () => {
  const start = new Date('2026-03-31T16:00:00.000Z')
  const newYear = new Date('2026-03-31T18:30:00.000Z')
  const hours = (age: number) => new Date(start.getTime() + age * HOUR)
  expect(nextReconcileTime(start, hours(1), INDIA)).toEqual(newYear)
  expect(nextReconcileTime(start, newYear, INDIA)).toEqual(hours(4))
  expect(nextReconcileTime(newYear, newYear, INDIA)).toEqual(new Date(newYear.getTime() + 15 * MINUTE))
  const days = new Date('2026-03-27T00:00:00.000Z')
  expect(nextReconcileTime(days, new Date('2026-03-30T12:00:00.000Z'), INDIA)).toEqual(newYear)
})

eachDatabase((engine) => {
  let razorpay: FakeRazorpay
  let server: TestApp
  beforeAll(async () => {
    razorpay = await fakeRazorpay()
    server = await testApp({ engine, env: { ...razorpay.env, PUBLIC_CALLS_PER_HOUR: '1000' } })
  })
  afterAll(async () => {
    await server.close()
    await razorpay.close()
  })
  beforeEach(async () => {
    razorpay.trouble = undefined
    await server.db.deleteFrom('jobs').execute()
  })

  const jobs = () => server.db.selectFrom('jobs').selectAll().execute()
  const donationOf = (orderId: string) =>
    server.db.selectFrom('donations').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()

  /** Creates an order of this age whose query is due. */
  async function orderOfAge(ms: number): Promise<string> {
    const { db } = server
    const answer = await server.app.inject({ method: 'POST', url: '/api/donate/order', payload: { amount: 50_000 } })
    const { orderId } = answer.json().data
    // Backdates only after idle(), else the runner could take the job before the test is ready.
    await server.jobs.idle()
    const made = new Date(Date.now() - ms).toISOString()
    await db.updateTable('donations').set({ created_at: made }).where('order_id', '=', orderId).execute()
    await db.updateTable('jobs').set({ due_at: made }).where('subject', '=', orderId).execute()
    return orderId
  }

  test('records a capture that a query finds and stops querying the order', async () => {
    const orderId = await orderOfAge(16 * MINUTE)
    const startedAt = Math.floor((Date.now() - 15 * MINUTE) / 1000)
    razorpay.addPayment({ order_id: orderId, status: 'failed', captured: false, created_at: startedAt - 60 })
    const payment = razorpay.addPayment({ order_id: orderId, created_at: startedAt })
    await server.jobs.idle()
    expect(await donationOf(orderId)).toMatchObject({ status: 'captured', payment_id: payment.id })
    const receipts = await server.db.selectFrom('receipts').selectAll().execute()
    expect(receipts.at(-1)).toMatchObject({ issued_at: new Date(startedAt * 1000).toISOString() })
    expect(await jobs()).toEqual([])
  })

  test('postpones the next query of an unpaid order', async () => {
    const orderId = await orderOfAge(16 * MINUTE)
    razorpay.addPayment({ order_id: orderId, status: 'created', captured: false })
    await server.jobs.idle()
    const { status, created_at } = await donationOf(orderId)
    expect(status).toBe('pending')
    expect(await jobs()).toMatchObject([
      {
        kind: 'reconcile-order',
        subject: orderId,
        attempts: 0,
        due_at: new Date(Date.parse(created_at) + HOUR).toISOString(),
      },
    ])
  })

  test('cancels a donation that Razorpay refunded before its capture', async () => {
    const orderId = await orderOfAge(6 * DAY + MINUTE)
    razorpay.addPayment({ order_id: orderId, status: 'refunded', captured: false, amount_refunded: 50_000 })
    await server.jobs.idle()
    expect(await donationOf(orderId)).toMatchObject({ status: 'cancelled', receipt_number: null })
    expect(await jobs()).toEqual([])
  })

  test.each(['break before', 'break within', 401, 500] as const)(
    'retries after a failure of Razorpay: %s',
    async (trouble) => {
      const orderId = await orderOfAge(16 * MINUTE)
      razorpay.trouble = trouble
      await server.jobs.idle()
      expect(await jobs()).toMatchObject([{ subject: orderId, attempts: 1, failed_at: null }])
      razorpay.trouble = undefined
      razorpay.addPayment({ order_id: orderId })
      await server.db
        .updateTable('jobs')
        .set({ due_at: new Date(0).toISOString() })
        .execute()
      await server.jobs.idle()
      expect(await donationOf(orderId)).toMatchObject({ status: 'captured' })
    },
  )

  test('does not query a captured or missing order', async () => {
    const orderId = await orderOfAge(16 * MINUTE)
    await server.db.updateTable('donations').set({ status: 'captured' }).where('order_id', '=', orderId).execute()
    const missing = await orderOfAge(16 * MINUTE)
    await server.db.updateTable('donations').set({ order_id: null }).where('order_id', '=', missing).execute()
    const calls = razorpay.calls.length
    await server.jobs.idle()
    expect(razorpay.calls).toHaveLength(calls)
    expect(await jobs()).toEqual([])
  })
})
