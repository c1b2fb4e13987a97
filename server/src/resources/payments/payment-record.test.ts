import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { historyOf } from '../../testing/history.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'
import { recordPayment } from './payment-record-service.ts'
import type { Payment } from './payment-status.ts'
import { parseEvent, parsePayment } from './razorpay-client.ts'

/** In India: 31 March 21:30 and 1 April 00:30. */
const ORDERED = '2026-03-31T16:00:00.000Z'
const AFTER_MIDNIGHT = '2026-03-31T19:00:00.000Z'

/** Reports of an order's second payment, by the final state. The first payment always fails. */
const REPORTS: Record<string, readonly Partial<Payment>[]> = {
  failed: [{ status: 'created' }, { status: 'failed' }],
  authorized: [{ status: 'failed' }, { status: 'authorized' }],
  captured: [{ status: 'authorized' }, { status: 'captured' }],
  'captured in part': [{ status: 'authorized' }, { status: 'captured' }, { status: 'captured', refundedAmount: 10 }],
  refunded: [{ status: 'authorized' }, { status: 'captured' }, { status: 'refunded', refundedAmount: 1000 }],
  cancelled: [{ status: 'authorized' }, { status: 'refunded', isCaptured: false, refundedAmount: 1000 }],
}

eachDatabase((engine) => {
  const here = sharedTestApp({ engine })

  let made = 0
  /** Builds an unpaid order. `record` records a report of it, and `payment` is what all its reports have. */
  async function buildOrder(given: { created_at?: string } = {}) {
    made += 1
    const orderId = `order_record_${made}`
    const unpaid = { status: 'created', payment_id: null, order_id: orderId, amount: 1000 }
    const { id } = await buildDonation(here.db, { ...unpaid, ...given })
    const record = (payment: Payment) =>
      here.db.transaction().execute((transaction) => recordPayment(transaction, here, payment))
    const receipts = () => here.db.selectFrom('receipts').selectAll().where('donation_id', '=', id).execute()
    return { id, record, receipts, payment: { orderId, amount: 1000, currency: 'INR' } }
  }

  /** Records the reports in this order and returns the resulting state of the donation. */
  async function stateAfter(reports: readonly { of: 'first' | 'second'; report: Partial<Payment> }[]): Promise<object> {
    const { id, record, receipts, payment } = await buildOrder()
    for (const { of, report } of reports) {
      const { status = 'created' } = report
      await record({
        ...{ id: `${id}-${of}`, ...payment, status, isCaptured: status === 'captured' || status === 'refunded' },
        ...{ refundedAmount: 0, fee: 24, tax: 4, method: 'upi', isInternational: false },
        ...{ createdAt: null, capturedAt: null, observedAt: null, ...report },
      })
    }
    const donation = await here.db.selectFrom('donations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const issued = (await receipts()).length
    return {
      status: donation.status,
      // If no payment succeeds, the donation may name either payment.
      payment: issued > 0 ? donation.payment_id?.split('-')[1] : null,
      receipts: issued,
      fees: [donation.fee, donation.fee_tax],
      hasNumber: donation.receipt_number !== null,
      refunds: (await historyOf(here.db, id)).filter(({ action }) => action === 'donation.refunded').length,
    }
  }

  test.each(Object.keys(REPORTS))('reaches the same state for reports in any order: %s', async (end) => {
    const reports = [
      { of: 'first' as const, report: { status: 'created' } },
      { of: 'first' as const, report: { status: 'failed' } },
      ...(REPORTS[end] ?? []).map((report) => ({ of: 'second' as const, report })),
    ]
    const expected = await stateAfter(reports)
    const anyOrder = fc.shuffledSubarray([...reports, ...reports], { minLength: reports.length * 2 })
    const property = fc.asyncProperty(anyOrder, async (shuffled) => {
      expect(await stateAfter(shuffled)).toEqual(expected)
    })
    await fc.assert(property, { numRuns: 15 })
  })

  /** Records these reports for an order of 31 March and returns series and time of its receipt. */
  async function receiptAfter(...reports: readonly [at: string, status: string, source?: 'event'][]) {
    const { id, record, receipts, payment } = await buildOrder({ created_at: ORDERED })
    for (const [at, status, source] of reports) {
      const created_at = Date.parse(ORDERED) / 1000 + 30
      const entity = { ...payment, id, order_id: payment.orderId, status, captured: status === 'captured', created_at }
      const event = { event: `payment.${status}`, created_at: Date.parse(at) / 1000, payload: { payment: { entity } } }
      const parsed = source === 'event' ? parseEvent(event)?.payment : parsePayment(entity, new Date(at))
      if (!parsed) throw new Error('unreadable')
      await record(parsed)
    }
    return (await receipts()).map(({ series, issued_at }) => [series, issued_at])
  }

  test('dates the receipt by the latest uncaptured report, which a query or an earlier event made', async () => {
    const capture = ['2026-04-02T06:00:00.000Z', 'captured'] as const
    const earlier = '2026-03-31T16:15:00.000Z'
    const queries = await receiptAfter([earlier, 'failed'], [AFTER_MIDNIGHT, 'failed'], [...capture])
    const events = await receiptAfter(
      [AFTER_MIDNIGHT, 'authorized', 'event'],
      [earlier, 'failed', 'event'],
      [...capture],
    )
    for (const receipts of [queries, events]) expect(receipts).toEqual([['2026-27', AFTER_MIDNIGHT]])
    expect(await receiptAfter([...capture])).toEqual([['2025-26', '2026-03-31T16:00:30.000Z']])
  })

  test('stores no uncaptured time once the payment is captured', async () => {
    await receiptAfter([AFTER_MIDNIGHT, 'authorized'], [AFTER_MIDNIGHT, 'captured'], [AFTER_MIDNIGHT, 'authorized'])
    const seen = here.db.selectFrom('uncaptured_payments').innerJoin('donations', 'donations.id', 'donation_id')
    expect(await seen.select('donation_id').where('created_at', '=', ORDERED).execute()).toEqual([])
  })
})
