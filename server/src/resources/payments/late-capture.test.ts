import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { recordPayment } from './payment-record-service.ts'
import { parseEvent, parsePayment } from './razorpay-parser.ts'

/** In India: 31 March 21:30, and half past midnight. */
const ORDERED = '2026-03-31T16:00:00.000Z'
const AFTER_MIDNIGHT = '2026-03-31T19:00:00.000Z'
const seconds = (time: string) => Date.parse(time) / 1000

eachDatabase((engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await testApp({ engine })
  })
  afterAll(() => server.close())

  let made = 0
  /** The receipt of an order of 31 March, after Razorpay was asked at these times and answered so. */
  async function receiptAfter(told: readonly [at: string, status: string, way?: 'event' | 'look'][]) {
    made += 1
    const orderId = `order_late_${made}`
    const { id, amount } = await buildDonation(server.db, {
      status: 'created',
      payment_id: null,
      order_id: orderId,
      created_at: ORDERED,
    })
    for (const [at, status, way] of told) {
      const entity = {
        id: `pay_late_${made}`,
        order_id: orderId,
        amount,
        currency: 'INR',
        status,
        captured: status === 'captured',
        created_at: seconds(ORDERED) + 30,
      }
      const event = { event: `payment.${status}`, created_at: seconds(at), payload: { payment: { entity } } }
      const payment = way === 'event' ? parseEvent(event)?.payment : parsePayment(entity, new Date(at))
      if (!payment) throw new Error('unreadable')
      await server.db.transaction().execute((transaction) => recordPayment(transaction, server, payment))
    }
    return server.db
      .selectFrom('receipts')
      .select(['series', 'issued_at'])
      .where('donation_id', '=', id)
      .executeTakeFirstOrThrow()
  }

  test('a capture after midnight of 31 March of which no word came is money of the new year, when a look in between saw it open', async () => {
    expect(
      await receiptAfter([
        ['2026-03-31T16:15:00.000Z', 'failed'],
        [AFTER_MIDNIGHT, 'failed'],
        ['2026-04-02T06:00:00.000Z', 'captured'],
      ]),
    ).toEqual({ series: '2026-27', issued_at: AFTER_MIDNIGHT })
  })

  test('the same when the word of the authorisation came, late or not in its order', async () => {
    expect(
      await receiptAfter([
        [AFTER_MIDNIGHT, 'authorized', 'event'],
        ['2026-03-31T16:15:00.000Z', 'failed', 'event'],
        ['2026-04-02T06:00:00.000Z', 'captured'],
      ]),
    ).toEqual({ series: '2026-27', issued_at: AFTER_MIDNIGHT })
  })

  test('one that nobody saw open is taken to be captured when the donor paid', async () => {
    expect(await receiptAfter([['2026-04-02T06:00:00.000Z', 'captured']])).toEqual({
      series: '2025-26',
      issued_at: '2026-03-31T16:00:30.000Z',
    })
  })

  test("Razorpay's word of the capture decides over all that", async () => {
    expect(
      await receiptAfter([
        ['2026-03-31T16:15:00.000Z', 'authorized'],
        ['2026-04-01T10:00:00.000Z', 'captured', 'event'],
      ]),
    ).toEqual({ series: '2026-27', issued_at: '2026-04-01T10:00:00.000Z' })
  })

  test('nothing is kept of a payment once it is captured', async () => {
    await receiptAfter([
      [AFTER_MIDNIGHT, 'authorized'],
      [AFTER_MIDNIGHT, 'captured'],
      [AFTER_MIDNIGHT, 'authorized'],
    ])
    expect(await server.db.selectFrom('uncaptured_payments').selectAll().execute()).toEqual([])
  })
})
