import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { recordPayment } from './payment-record-service.ts'
import { parseEvent, parsePayment } from './razorpay-parser.ts'

/** In India: 31 March 21:30 and 1 April 00:30. */
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
  /** Records these reports for an order of 31 March and returns its receipt. */
  async function receiptAfter(reports: readonly [at: string, status: string, source?: 'event' | 'fetch'][]) {
    made += 1
    const orderId = `order_late_${made}`
    const { id, amount } = await buildDonation(server.db, {
      status: 'created',
      payment_id: null,
      order_id: orderId,
      created_at: ORDERED,
    })
    for (const [at, status, source] of reports) {
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
      const payment = source === 'event' ? parseEvent(event)?.payment : parsePayment(entity, new Date(at))
      if (!payment) throw new Error('unreadable')
      await server.db.transaction().execute((transaction) => recordPayment(transaction, server, payment))
    }
    return server.db
      .selectFrom('receipts')
      .select(['series', 'issued_at'])
      .where('donation_id', '=', id)
      .executeTakeFirstOrThrow()
  }

  test('dates the receipt in the new year if a query after midnight found the payment uncaptured', async () => {
    expect(
      await receiptAfter([
        ['2026-03-31T16:15:00.000Z', 'failed'],
        [AFTER_MIDNIGHT, 'failed'],
        ['2026-04-02T06:00:00.000Z', 'captured'],
      ]),
    ).toEqual({ series: '2026-27', issued_at: AFTER_MIDNIGHT })
  })

  test('dates the receipt by the latest uncaptured report even if events arrive out of order', async () => {
    expect(
      await receiptAfter([
        [AFTER_MIDNIGHT, 'authorized', 'event'],
        ['2026-03-31T16:15:00.000Z', 'failed', 'event'],
        ['2026-04-02T06:00:00.000Z', 'captured'],
      ]),
    ).toEqual({ series: '2026-27', issued_at: AFTER_MIDNIGHT })
  })

  test('dates the receipt by the start of the payment if the capture is the first report', async () => {
    expect(await receiptAfter([['2026-04-02T06:00:00.000Z', 'captured']])).toEqual({
      series: '2025-26',
      issued_at: '2026-03-31T16:00:30.000Z',
    })
  })

  test('dates the receipt by the time of a capture event', async () => {
    expect(
      await receiptAfter([
        ['2026-03-31T16:15:00.000Z', 'authorized'],
        ['2026-04-01T10:00:00.000Z', 'captured', 'event'],
      ]),
    ).toEqual({ series: '2026-27', issued_at: '2026-04-01T10:00:00.000Z' })
  })

  test('stores no uncaptured time once the payment is captured', async () => {
    await receiptAfter([
      [AFTER_MIDNIGHT, 'authorized'],
      [AFTER_MIDNIGHT, 'captured'],
      [AFTER_MIDNIGHT, 'authorized'],
    ])
    expect(await server.db.selectFrom('uncaptured_payments').selectAll().execute()).toEqual([])
  })
})
