import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { type FakeRazorpay, fakeRazorpay } from '../../testing/fake-razorpay.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { sweepOpenOrders } from './order-sweep-service.ts'
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
  expect(ages).toEqual([15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 6 * DAY, 7 * DAY])
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
    server = await testApp({
      engine,
      env: { ...razorpay.env, PUBLIC_CALLS_PER_HOUR: '1000', UNPAID_ORDERS_PER_DAY: '1000' },
    })
  })
  afterAll(async () => {
    await server.close()
    await razorpay.close()
  })
  beforeEach(async () => {
    razorpay.trouble = undefined
    razorpay.gate = undefined
    await server.db.deleteFrom('open_orders').execute()
  })

  const sweep = (signal?: AbortSignal) => sweepOpenOrders({ ...server, log: server.app.log }, signal)
  const openOrders = () => server.db.selectFrom('open_orders').selectAll().execute()
  const makeDue = () => server.db.updateTable('open_orders').set({ due_at: '2026-01-01T00:00:00.000Z' }).execute()
  const donationOf = (orderId: string) =>
    server.db.selectFrom('donations').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()

  /** Creates an order of this age whose query is due. */
  async function orderOfAge(ms: number): Promise<string> {
    const { db } = server
    const answer = await server.app.inject({ method: 'POST', url: '/api/donate/order', payload: { amount: 50_000 } })
    const { orderId } = answer.json().data
    const made = new Date(Date.now() - ms).toISOString()
    await db.updateTable('donations').set({ created_at: made }).where('order_id', '=', orderId).execute()
    const times = { ordered_at: made, due_at: made }
    await db.updateTable('open_orders').set(times).where('order_id', '=', orderId).execute()
    return orderId
  }

  test('records a capture that a query finds and closes the order', async () => {
    const orderId = await orderOfAge(16 * MINUTE)
    const startedAt = Math.floor((Date.now() - 15 * MINUTE) / 1000)
    razorpay.addPayment({ order_id: orderId, status: 'failed', captured: false, created_at: startedAt - 60 })
    const payment = razorpay.addPayment({ order_id: orderId, created_at: startedAt })
    await sweep()
    expect(await donationOf(orderId)).toMatchObject({ status: 'captured', payment_id: payment.id })
    const receipts = await server.db.selectFrom('receipts').selectAll().execute()
    expect(receipts.at(-1)).toMatchObject({ issued_at: new Date(startedAt * 1000).toISOString() })
    expect(await openOrders()).toEqual([])
  })

  test('postpones the next query of an unpaid order', async () => {
    const orderId = await orderOfAge(16 * MINUTE)
    razorpay.addPayment({ order_id: orderId, status: 'created', captured: false })
    await sweep()
    const { status, created_at } = await donationOf(orderId)
    expect(status).toBe('pending')
    const due_at = new Date(Date.parse(created_at) + HOUR).toISOString()
    expect(await openOrders()).toEqual([{ order_id: orderId, ordered_at: created_at, due_at, failures: 0 }])
  })

  test('cancels a donation that Razorpay refunded before its capture', async () => {
    const orderId = await orderOfAge(7 * DAY)
    razorpay.addPayment({ order_id: orderId, status: 'refunded', captured: false, amount_refunded: 50_000 })
    await sweep()
    expect(await donationOf(orderId)).toMatchObject({ status: 'cancelled', receipt_number: null })
    expect(await openOrders()).toEqual([])
  })

  test.each(['break before', 'break within', 401, 429, 500] as const)(
    'retries after a failure of Razorpay: %s',
    async (trouble) => {
      const orderId = await orderOfAge(16 * MINUTE)
      razorpay.trouble = trouble
      await sweep()
      const [open] = await openOrders()
      expect(open).toMatchObject({ order_id: orderId, failures: 1 })
      expect(Date.parse(open?.due_at ?? '')).toBeGreaterThan(Date.now())
      razorpay.trouble = undefined
      razorpay.addPayment({ order_id: orderId })
      await makeDue()
      await sweep()
      expect(await donationOf(orderId)).toMatchObject({ status: 'captured' })
    },
  )

  test('stops at a failure of Razorpay and leaves the other orders due', async () => {
    for (let n = 0; n < 10; n += 1) await orderOfAge(16 * MINUTE)
    razorpay.trouble = 500
    const calls = razorpay.calls.length
    await sweep()
    expect(razorpay.calls.length - calls).toBeLessThanOrEqual(4)
    expect((await openOrders()).filter(({ failures }) => failures === 0).length).toBeGreaterThanOrEqual(6)
  })

  test.each([400, 404])('closes an order that Razorpay refuses for good: %s', async (trouble) => {
    const [refused, other] = [await orderOfAge(17 * MINUTE), await orderOfAge(16 * MINUTE)]
    razorpay.trouble = trouble
    await sweep()
    for (const orderId of [refused, other]) expect(await donationOf(orderId)).toMatchObject({ status: 'failed' })
    expect(await openOrders()).toEqual([])
  })

  test('marks an order unpaid after 7 days as failed; a later capture still wins', async () => {
    const orderId = await orderOfAge(7 * DAY)
    const young = await orderOfAge(7 * DAY - MINUTE)
    await sweep()
    expect(await donationOf(orderId)).toMatchObject({ status: 'failed', payment_id: null })
    expect((await openOrders()).map(({ order_id }) => order_id)).toEqual([young])
    const payment = razorpay.addPayment({ order_id: orderId })
    const delivery = razorpay.deliver('payment.captured', payment)
    await server.app.inject({ method: 'POST', url: '/api/donate/webhook', ...delivery })
    expect(await donationOf(orderId)).toMatchObject({ status: 'captured', receipt_number: expect.any(String) })
  })

  test('closes an order after 7 days even if Razorpay never responds, but keeps an authorized payment', async () => {
    const orderId = await orderOfAge(7 * DAY)
    const authorized = await orderOfAge(7 * DAY)
    await server.db.updateTable('donations').set({ status: 'authorized' }).where('order_id', '=', authorized).execute()
    razorpay.trouble = 500
    for (let n = 0; n < 4; n += 1) {
      await sweep()
      await makeDue()
      expect(await openOrders()).toHaveLength(2)
      expect(await donationOf(orderId)).toMatchObject({ status: 'created' })
    }
    await sweep()
    expect(await openOrders()).toEqual([])
    expect(await donationOf(orderId)).toMatchObject({ status: 'failed' })
    expect(await donationOf(authorized)).toMatchObject({ status: 'authorized' })
  })

  test('does not query a captured or missing order, and stops when aborted', async () => {
    const orderId = await orderOfAge(16 * MINUTE)
    await server.db.updateTable('donations').set({ status: 'captured' }).where('order_id', '=', orderId).execute()
    const missing = await orderOfAge(16 * MINUTE)
    await server.db.updateTable('donations').set({ order_id: null }).where('order_id', '=', missing).execute()
    const calls = razorpay.calls.length
    await sweep()
    expect(await openOrders()).toEqual([])
    await orderOfAge(16 * MINUTE)
    await sweep(AbortSignal.abort())
    expect(razorpay.calls.slice(calls)).toEqual(['POST /v1/orders'])
  })

  test('queries four orders at once', async () => {
    for (let n = 0; n < 10; n += 1) await orderOfAge(16 * MINUTE)
    const calls = razorpay.calls.length
    let open = () => {}
    razorpay.gate = new Promise((resolve) => {
      open = resolve
    })
    const swept = sweep()
    await vi.waitFor(() => expect(razorpay.calls.length - calls).toBe(4))
    open()
    await swept
    expect(razorpay.calls.length - calls).toBe(10)
  })

  test('deletes the reports of payments after 30 days', async () => {
    const { id: donation_id } = await donationOf(await orderOfAge(MINUTE))
    const at = (days: number) => new Date(Date.now() - days * DAY).toISOString()
    for (const days of [29, 31]) {
      const id = `${days} ${donation_id}`
      await server.db
        .insertInto('payment_events')
        .values({ id, donation_id, kind: 'order.paid', received_at: at(days) })
        .execute()
      await server.db
        .insertInto('uncaptured_payments')
        .values({ id, donation_id, seen_at: at(days) })
        .execute()
    }
    await sweep()
    for (const table of ['payment_events', 'uncaptured_payments'] as const) {
      const rows = await server.db.selectFrom(table).select('id').where('donation_id', '=', donation_id).execute()
      expect(rows).toEqual([{ id: `29 ${donation_id}` }])
    }
  })
})
