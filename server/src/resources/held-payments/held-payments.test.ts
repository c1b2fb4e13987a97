import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isPostgres } from '../../db/engine.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { type FakeRazorpay, fakeRazorpay } from '../../testing/gifts/fake-razorpay.ts'
import { historyOf } from '../../testing/history.ts'
import { type TestApp, type TestSession, testApp } from '../../testing/test-app.ts'
import { lockDonors } from '../donors/donor-store.ts'

const ORDERED = 50_000

eachDatabase((engine) => {
  let razorpay: FakeRazorpay
  let server: TestApp
  let staff: TestSession
  beforeAll(async () => {
    razorpay = await fakeRazorpay()
    server = await testApp({ engine, env: { ...razorpay.env, UNPAID_ORDERS_PER_DAY: '1000' } })
    staff = await server.signIn(['Donations'])
  })
  afterAll(async () => {
    await server.close()
    await razorpay.close()
  })
  beforeEach(() => {
    razorpay.trouble = undefined
  })

  const order = async (): Promise<string> => {
    const payload = { amount: ORDERED, donorName: 'Asha Rao', donorPhone: '98765 43210', purpose: 'Gau Seva' }
    return (await server.app.inject({ method: 'POST', url: '/api/donate/order', payload })).json().data.orderId
  }
  const report = (payment: object, kind = 'payment.captured') =>
    server.app.inject({ method: 'POST', url: '/api/donate/webhook', ...razorpay.deliver(kind, payment) })
  const donationOf = (orderId: string) =>
    server.db.selectFrom('donations').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()
  const list = async () => (await server.app.inject({ url: '/api/donate/held', headers: staff.bearer })).json()
  const isListed = async (paymentId: string) =>
    (await list()).data.some((held: { paymentId: string }) => held.paymentId === paymentId)
  const resolve = async (payment: { id: string; order_id: string }, way: 'record' | 'refunded', headers = {}) => {
    const { id } = await donationOf(payment.order_id)
    const url = `/api/donate/${id}/held/${payment.id}/${way}`
    const answer = await server.app.inject({ method: 'POST', url, headers: { ...staff.bearer, ...headers } })
    return { status: answer.statusCode, message: answer.json().message }
  }
  const entriesOf = async (orderId: string, action: string) => {
    const { id } = await donationOf(orderId)
    return (await historyOf(server.db, id)).filter((entry) => entry.action === action)
  }
  /** A held payment whose amount is not that of its order. */
  async function otherAmount(fields: object = {}) {
    const payment = razorpay.addPayment({ order_id: await order(), amount: 70_000, ...fields })
    await report(payment)
    return payment
  }
  /** The second payment of a paid order, and the first. */
  async function secondPayment() {
    const first = razorpay.addPayment({ order_id: await order() })
    await report(first)
    const second = razorpay.addPayment({ order_id: first.order_id, amount: 30_000 })
    await report(second)
    return { first, second }
  }

  test('lists open held payments with reason, amounts and donor, by pages', async () => {
    await server.db.deleteFrom('held_payments').execute()
    const payment = await otherAmount()
    const { second } = await secondPayment()
    const page = await list()
    expect(page).toMatchObject({ success: true, total: 2, isCapped: false, page: 1 })
    expect(page.data).toEqual([
      {
        paymentId: payment.id,
        donationId: (await donationOf(payment.order_id)).id,
        reason: 'amount-differs',
        amount: 70_000,
        currency: 'INR',
        orderedAmount: ORDERED,
        orderedCurrency: 'INR',
        donorName: 'Asha Rao',
        donorEmail: null,
        donorPhone: '+919876543210',
        heldAt: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ paymentId: second.id, reason: 'order-paid' }),
    ])
    const summary = await server.app.inject({ url: '/api/donate/summary', headers: staff.bearer })
    expect(summary.json().heldPayments).toBe(2)
    const last = await server.app.inject({ url: '/api/donate/held?page=2&limit=1', headers: staff.bearer })
    expect(last.json().data).toHaveLength(1)
  })

  test.each([{ amount: 70_000 }, { amount: ORDERED, currency: 'USD' }])(
    'records a payment of %j with a receipt, and records it',
    async (fields) => {
      const payment = await otherAmount(fields)
      expect(await resolve(payment, 'record')).toEqual({ status: 200, message: 'The payment has been recorded.' })
      const donation = await donationOf(payment.order_id)
      expect(donation).toMatchObject({ ...fields, status: 'captured', payment_id: payment.id, held_payment_id: null })
      const receipt = server.db.selectFrom('receipts').select('snapshot').where('donation_id', '=', donation.id)
      expect(JSON.parse((await receipt.executeTakeFirstOrThrow()).snapshot)).toMatchObject(fields)
      const [entry] = await entriesOf(payment.order_id, 'payment.recorded')
      expect(entry).toMatchObject({ actorId: staff.admin.id, username: staff.admin.username })
      expect(entry?.details).toMatchObject({
        paymentId: payment.id,
        amount: payment.amount,
        ordered: { amount: ORDERED, currency: 'INR' },
      })
      expect(await isListed(payment.id)).toBe(false)
      const found = await server.app.inject({
        url: `/api/donate?page=1&limit=10&search=${payment.amount / 100}`,
        headers: staff.bearer,
      })
      expect(found.json().total).toBeGreaterThan(0)
      // Later reports find the payment recorded.
      await report(payment, 'order.paid')
      await report({ ...payment, status: 'refunded', amount_refunded: payment.amount }, 'refund.processed')
      expect(await donationOf(payment.order_id)).toMatchObject({ status: 'refunded', held_payment_id: null })
      expect(await isListed(payment.id)).toBe(false)
    },
  )

  test('records the second payment of a paid order as a donation of its own', async () => {
    const { first, second } = await secondPayment()
    // A merge of donors that runs meanwhile would wait for the donation of the order.
    const record = async () => expect((await resolve(second, 'record')).status).toBe(200)
    if (isPostgres(server.db)) await server.db.transaction().execute((merge) => lockDonors(merge).then(record))
    else await record()
    const { donor_id } = await donationOf(first.order_id)
    expect(donor_id).not.toBeNull()
    expect(await donationOf(first.order_id)).toMatchObject({
      payment_id: first.id,
      amount: ORDERED,
      held_payment_id: null,
    })
    const separate = () =>
      server.db.selectFrom('donations').selectAll().where('payment_id', '=', second.id).executeTakeFirstOrThrow()
    const { receipt_number } = await separate()
    expect(await separate()).toMatchObject({
      donor_name: 'Asha Rao',
      donor_phone: '+919876543210',
      purpose: 'Gau Seva',
      amount: 30_000,
      status: 'captured',
      order_id: null,
      donor_id,
      receipt_number: expect.any(String),
    })
    await report(second, 'order.paid')
    await report({ ...second, status: 'refunded', amount_refunded: 30_000 }, 'refund.processed')
    expect(await separate()).toMatchObject({ status: 'refunded', receipt_number })
    expect(await donationOf(first.order_id)).toMatchObject({ status: 'captured', held_payment_id: null })
  })

  test('records a payment of a failed order, with the amount that Razorpay reports now', async () => {
    const payment = await otherAmount()
    await server.db
      .updateTable('donations')
      .set({ status: 'failed' })
      .where('order_id', '=', payment.order_id)
      .execute()
    razorpay.addPayment({ ...payment, amount: 80_000 })
    expect((await resolve(payment, 'record')).status).toBe(200)
    expect(await donationOf(payment.order_id)).toMatchObject({ status: 'captured', amount: 80_000 })
  })

  test('marks a payment as refunded only once Razorpay says so, and records it', async () => {
    for (const payment of [await otherAmount(), (await secondPayment()).second]) {
      for (const amount_refunded of [0, payment.amount - 1]) {
        razorpay.addPayment({ ...payment, amount_refunded })
        expect(await resolve(payment, 'refunded')).toEqual({
          status: 409,
          message: 'Razorpay has not refunded this payment in full. Refund it on Razorpay’s dashboard first.',
        })
        expect(await isListed(payment.id)).toBe(true)
      }
      const before = await donationOf(payment.order_id)
      razorpay.addPayment({ ...payment, status: 'refunded', amount_refunded: payment.amount })
      expect((await resolve(payment, 'refunded')).status).toBe(200)
      const { status, amount, payment_id } = before
      expect(await donationOf(payment.order_id)).toMatchObject({ status, amount, payment_id, held_payment_id: null })
      expect(await isListed(payment.id)).toBe(false)
      const [entry] = await entriesOf(payment.order_id, 'payment.marked-refunded')
      expect(entry).toMatchObject({ actorId: staff.admin.id, details: { paymentId: payment.id } })
    }
  })

  test.each([
    ['authorized', { status: 'authorized', captured: false }],
    ['refunded', { status: 'refunded', amount_refunded: 70_000 }],
    ['failed', { status: 'failed', captured: false }],
  ])('does not record a payment that Razorpay reports as %s', async (_status, now) => {
    const payment = await otherAmount()
    razorpay.addPayment({ ...payment, ...now })
    expect((await resolve(payment, 'record')).status).toBe(409)
    expect(await donationOf(payment.order_id)).toMatchObject({ status: 'created', amount: ORDERED })
  })

  test('closes a payment that has paid another donation, without a second donation', async () => {
    const payment = razorpay.addPayment({ order_id: await order() })
    await report(payment)
    const other = razorpay.addPayment({ ...payment, order_id: await order() })
    await report(other)
    expect(await isListed(payment.id)).toBe(true)
    expect((await resolve(other, 'record')).status).toBe(200)
    expect(await isListed(payment.id)).toBe(false)
    const paid = await server.db.selectFrom('donations').select('id').where('payment_id', '=', payment.id).execute()
    expect(paid).toEqual([{ id: (await donationOf(payment.order_id)).id }])
    expect(await donationOf(other.order_id)).toMatchObject({ status: 'created', held_payment_id: null })
    const [entry] = await entriesOf(other.order_id, 'payment.recorded')
    expect(entry?.details).toMatchObject({ recordedAs: paid[0]?.id })
  })

  test('does not record a payment that an unpaid donation names', async () => {
    const payment = razorpay.addPayment({ order_id: await order() })
    await buildDonation(server.db, { status: 'pending', payment_id: payment.id })
    await report(payment)
    expect(await resolve(payment, 'record')).toMatchObject({ status: 409, message: expect.stringContaining('unpaid') })
    expect(await isListed(payment.id)).toBe(true)
  })

  test('returns the first response for a repeated key, one after another or at once', async () => {
    const { second } = await secondPayment()
    const key = { 'idempotency-key': randomBytes(16).toString('hex') }
    const answers = await Promise.all(Array.from({ length: 3 }, () => resolve(second, 'record', key)))
    answers.push(await resolve(second, 'record', key))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const recorded = server.db.selectFrom('donations').select('id').where('payment_id', '=', second.id)
    expect(await recorded.execute()).toHaveLength(1)
  })

  test.each([500, 400, 'break before'] as const)('changes nothing when Razorpay fails: %s', async (trouble) => {
    const payment = await otherAmount()
    razorpay.trouble = trouble
    for (const way of ['record', 'refunded'] as const) expect((await resolve(payment, way)).status).toBe(502)
    expect(await donationOf(payment.order_id)).toMatchObject({ status: 'created', held_payment_id: payment.id })
  })

  test('resolves a payment once for concurrent calls, and returns 404 for what is not held', async () => {
    const payment = await otherAmount()
    const answers = await Promise.all(Array.from({ length: 5 }, () => resolve(payment, 'record')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
    const { id } = await donationOf(payment.order_id)
    const receipts = server.db.selectFrom('receipts').selectAll().where('donation_id', '=', id)
    expect(await receipts.execute()).toHaveLength(1)
    for (const path of [`${id}/held/pay_none`, `${id}/held/%00`, `none/held/${payment.id}`, `%00/held/${payment.id}`]) {
      const answer = await server.app.inject({
        method: 'POST',
        url: `/api/donate/${path}/record`,
        headers: { ...staff.bearer, 'accept-language': 'hi' },
      })
      expect([answer.statusCode, answer.json().message]).toEqual([404, expect.stringMatching(/^ऐसा कोई रुका हुआ भुगतान/)])
    }
  })
})
