import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { type FakeRazorpay, fakeRazorpay } from '../../testing/gifts/fake-razorpay.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

let razorpay: FakeRazorpay
beforeAll(async () => {
  razorpay = await fakeRazorpay()
})
afterAll(() => razorpay.close())

eachDatabase((engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await testApp({ engine, env: razorpay.env })
  })
  afterAll(() => server.close())

  test('records the fee of a payment once it is reported, also after the capture', async () => {
    const answer = await server.app.inject({ method: 'POST', url: '/api/donate/order', payload: { amount: 50_000 } })
    const order_id = answer.json().data.orderId
    const payment = razorpay.addPayment({ order_id, fee: null, tax: null })
    const report = async (kind: string, reported: object) => {
      const { payload, headers } = razorpay.deliver(kind, { ...payment, ...reported })
      await server.app.inject({ method: 'POST', url: '/api/donate/webhook', payload, headers })
      const columns = ['status', 'fee', 'fee_tax', 'refunded_amount'] as const
      return server.db.selectFrom('donations').select(columns).where('order_id', '=', order_id).executeTakeFirst()
    }
    const captured = { status: 'captured', refunded_amount: null }
    expect(await report('payment.captured', {})).toEqual({ ...captured, fee: null, fee_tax: null })
    expect(await report('order.paid', { fee: 1180, tax: 180 })).toEqual({ ...captured, fee: 1180, fee_tax: 180 })
    const refund = { fee: 0, tax: 0, amount_refunded: 100 }
    expect(await report('refund.processed', refund)).toMatchObject({ refunded_amount: 100, fee: 1180, fee_tax: 180 })
  })
})
