import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { fakeRazorpay } from '../../testing/gifts/fake-razorpay.ts'
import { paymentCalls } from '../../testing/gifts/payment-calls.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'
import { deleteOldReports } from './open-order-store.ts'
import { sweepOpenOrders } from './order-sweep-service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const razorpay = await fakeRazorpay()
afterAll(() => razorpay.close())

eachDatabase((engine) => {
  const limits = { PUBLIC_CALLS_PER_HOUR: '1000', UNPAID_ORDERS_PER_DAY: '1000' }
  const here = sharedTestApp({ engine, env: { ...razorpay.env, ...limits } })
  const { order, report, donationOf, receiptsOf, entriesOf } = paymentCalls(here, razorpay)
  beforeEach(async () => {
    razorpay.trouble = undefined
    razorpay.gate = undefined
    await here.db.deleteFrom('open_orders').execute()
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  const sweep = (signal?: AbortSignal) => sweepOpenOrders({ ...here, log: here.app.log }, signal)
  const sweepWithoutAccount = () =>
    sweepOpenOrders({ ...here, config: { ...here.config, razorpay: undefined }, log: here.app.log })
  const openOrders = () => here.db.selectFrom('open_orders').selectAll().execute()
  const makeDue = () => here.db.updateTable('open_orders').set({ due_at: '2026-01-01T00:00:00.000Z' }).execute()
  async function expectCaptureLater(orderId: string) {
    await makeDue()
    await sweep()
    expect(await donationOf(orderId)).toMatchObject({ status: 'captured' })
  }

  /** Creates an order of this age whose query is due. */
  async function orderOfAge(ms: number): Promise<string> {
    const { db } = here
    const orderId = await order()
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
    expect(await receiptsOf(orderId)).toMatchObject([{ issued_at: new Date(startedAt * 1000).toISOString() }])
    expect(await openOrders()).toEqual([])
  })

  test('postpones the next query of an unpaid order', async () => {
    // Shortly before a financial year starts, the next query is scheduled for that start.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-04T06:00:00.000Z') })
    const orderId = await orderOfAge(16 * MINUTE)
    razorpay.addPayment({ order_id: orderId, status: 'created', captured: false })
    await sweep()
    const { status, created_at } = await donationOf(orderId)
    expect(status).toBe('pending')
    const due_at = new Date(Date.parse(created_at) + HOUR).toISOString()
    expect(await openOrders()).toEqual([{ order_id: orderId, ordered_at: created_at, due_at }])
  })

  test('cancels a donation that Razorpay refunded before its capture', async () => {
    const orderId = await orderOfAge(7 * DAY)
    razorpay.addPayment({ order_id: orderId, status: 'refunded', captured: false, amount_refunded: 50_000 })
    await sweep()
    expect(await donationOf(orderId)).toMatchObject({ status: 'cancelled', receipt_number: null })
    expect(await openOrders()).toEqual([])
  })

  test.each(['break before', 'break within', 401, 429, 500] as const)(
    'retries after a failure of Razorpay, and never closes an order during an outage: %s',
    async (trouble) => {
      // Wrong keys may close an order of 30 days.
      for (const age of trouble === 401 ? [16 * MINUTE] : [16 * MINUTE, 40 * DAY]) {
        const orderId = await orderOfAge(age)
        razorpay.trouble = trouble
        await sweep()
        const [open] = await openOrders()
        expect(open).toMatchObject({ order_id: orderId })
        expect(Date.parse(open?.due_at ?? '')).toBeGreaterThan(Date.now())
        expect(await donationOf(orderId)).toMatchObject({ status: 'created' })
        razorpay.trouble = undefined
        razorpay.addPayment({ order_id: orderId })
        await expectCaptureLater(orderId)
      }
    },
  )

  test('stops at a failure of Razorpay and leaves the other orders due', async () => {
    for (let n = 0; n < 10; n += 1) await orderOfAge(16 * MINUTE)
    razorpay.trouble = 500
    const calls = razorpay.calls.length
    await sweep()
    expect(razorpay.calls.length - calls).toBeLessThanOrEqual(4)
    const due = (await openOrders()).filter(({ due_at }) => due_at <= new Date().toISOString())
    expect(due.length).toBeGreaterThanOrEqual(6)
  })

  test.each([400, 404])('keeps orders open that Razorpay rejects, such as for wrong keys: %s', async (trouble) => {
    const orders: string[] = []
    for (let n = 0; n < 10; n += 1) orders.push(await orderOfAge(n < 5 ? 7 * DAY : 16 * MINUTE))
    const calls = razorpay.calls.length
    razorpay.trouble = trouble
    await sweep()
    expect(razorpay.calls.length - calls).toBe(4)
    await sweep()
    await sweep()
    expect(razorpay.calls.length - calls).toBe(10)
    expect(await openOrders()).toHaveLength(10)
    for (const orderId of orders) expect(await donationOf(orderId)).toMatchObject({ status: 'created' })
    razorpay.trouble = undefined
    for (const orderId of orders) razorpay.addPayment({ order_id: orderId })
    await makeDue()
    await sweep()
    for (const orderId of orders) expect(await donationOf(orderId)).toMatchObject({ status: 'captured' })
  })

  test('queries a new order before many old ones', async () => {
    for (let n = 0; n < 10; n += 1) await orderOfAge(3 * DAY)
    const young = await orderOfAge(16 * MINUTE)
    razorpay.addPayment({ order_id: young })
    const calls = razorpay.calls.length
    await sweep()
    expect(razorpay.calls.slice(calls, calls + 4)).toContain(`GET /v1/orders/${young}/payments`)
    expect(await donationOf(young)).toMatchObject({ status: 'captured' })
  })

  test('treats orders from the future as ordered now', async () => {
    const orderId = await orderOfAge(-365 * DAY)
    const postponed = await orderOfAge(MINUTE)
    const due_at = new Date(Date.now() + 365 * DAY).toISOString()
    await here.db.updateTable('open_orders').set({ due_at }).where('order_id', '=', postponed).execute()
    await sweep()
    const orders = await openOrders()
    expect(orders.map(({ order_id }) => order_id).sort()).toEqual([orderId, postponed].sort())
    for (const { ordered_at, due_at } of orders) {
      expect(Date.parse(ordered_at)).toBeLessThanOrEqual(Date.now())
      expect(Date.parse(due_at)).toBeLessThanOrEqual(Date.now() + 15 * MINUTE)
    }
  })

  test('postpones an order that it cannot record, and queries the others', async () => {
    const other = await orderOfAge(17 * MINUTE)
    const orderId = await orderOfAge(16 * MINUTE)
    const [bad, good] = [razorpay.addPayment({ order_id: orderId }), razorpay.addPayment({ order_id: other })]
    razorpay.addPayment({ ...bad, amount: 2 ** 53 - 1, currency: '\u0000'.repeat(300) })
    await sweep()
    await sweep()
    expect(await donationOf(good.order_id)).toMatchObject({ status: 'captured' })
  })

  test('marks an order unpaid after 7 days as failed; a later capture still wins', async () => {
    const orderId = await orderOfAge(7 * DAY)
    const young = await orderOfAge(7 * DAY - MINUTE)
    await sweep()
    expect(await donationOf(orderId)).toMatchObject({ status: 'failed', payment_id: null })
    const details = { reason: 'unpaid after 7 days', orderId }
    expect(await entriesOf(orderId)).toMatchObject([{ action: 'donation.failed', details }])
    expect((await openOrders()).map(({ order_id }) => order_id)).toEqual([young])
    await report(razorpay.addPayment({ order_id: orderId }))
    expect(await donationOf(orderId)).toMatchObject({ status: 'captured', receipt_number: expect.any(String) })
  })

  test.each(['wrong keys', 'no keys'])('closes orders only after 30 days of %s', async (cause) => {
    const orderId = await orderOfAge(30 * DAY)
    const authorized = await orderOfAge(30 * DAY)
    const imported = await orderOfAge(30 * DAY)
    const younger = await orderOfAge(30 * DAY - MINUTE)
    for (const [id, status] of [
      [authorized, 'authorized'],
      [imported, null],
    ] as const)
      await here.db.updateTable('donations').set({ status }).where('order_id', '=', id).execute()
    razorpay.trouble = 401
    await (cause === 'no keys' ? sweepWithoutAccount() : sweep())
    expect((await openOrders()).map(({ order_id }) => order_id)).toEqual([younger])
    expect(await donationOf(orderId)).toMatchObject({ status: 'failed' })
    expect(await entriesOf(orderId)).toMatchObject([{ action: 'donation.failed' }])
    expect(await donationOf(younger)).toMatchObject({ status: 'created' })
    expect(await donationOf(authorized)).toMatchObject({ status: 'authorized' })
    expect(await donationOf(imported)).toMatchObject({ status: null })
  })

  test('keeps an old order open while its capture cannot be recorded', async () => {
    const orderId = await orderOfAge(40 * DAY)
    razorpay.addPayment({ order_id: orderId })
    const db = here.db.withPlugin({
      transformQuery({ node }) {
        if (node.kind !== 'SelectQueryNode' && JSON.stringify(node).includes('donations')) throw new Error('no space')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await sweepOpenOrders({ ...here, db, log: here.app.log })
    expect(await donationOf(orderId)).toMatchObject({ status: 'created' })
    expect(Date.parse((await openOrders())[0]?.due_at ?? '')).toBeGreaterThan(Date.now() + DAY - MINUTE)
    await expectCaptureLater(orderId)
  })

  test('does not query a captured or missing order, and stops when aborted', async () => {
    const orderId = await orderOfAge(16 * MINUTE)
    await here.db.updateTable('donations').set({ status: 'captured' }).where('order_id', '=', orderId).execute()
    const missing = await orderOfAge(16 * MINUTE)
    await here.db.updateTable('donations').set({ order_id: null }).where('order_id', '=', missing).execute()
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
    await expect.poll(() => razorpay.calls.length - calls).toBe(4)
    open()
    await swept
    expect(razorpay.calls.length - calls).toBe(10)
  })

  test('deletes the reports of payments after 30 days', async () => {
    const { id: donation_id } = await donationOf(await orderOfAge(MINUTE))
    const at = (days: number) => new Date(Date.now() - days * DAY).toISOString()
    for (const days of [29, 31]) {
      const id = `${days} ${donation_id}`
      await here.db
        .insertInto('payment_events')
        .values({ id, donation_id, kind: 'order.paid', received_at: at(days) })
        .execute()
      await here.db
        .insertInto('uncaptured_payments')
        .values({ id, donation_id, seen_at: at(days) })
        .execute()
    }
    await deleteOldReports(here.db)
    for (const table of ['payment_events', 'uncaptured_payments'] as const) {
      const rows = await here.db.selectFrom(table).select('id').where('donation_id', '=', donation_id).execute()
      expect(rows).toEqual([{ id: `29 ${donation_id}` }])
    }
  })
})
