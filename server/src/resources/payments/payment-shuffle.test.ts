import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { historyOf } from '../../testing/history.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { recordPayment } from './payment-record-service.ts'
import type { Payment } from './payment-status.ts'

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
  let server: TestApp
  beforeAll(async () => {
    server = await testApp({ engine })
  })
  afterAll(() => server.close())

  let made = 0
  /** Records the reports in this order and returns the resulting state of the donation. */
  async function stateAfter(reports: readonly { of: 'first' | 'second'; report: Partial<Payment> }[]): Promise<object> {
    made += 1
    const orderId = `order_${made}`
    const unpaid = { status: 'created', payment_id: null, order_id: orderId, amount: 1000 }
    const { id } = await buildDonation(server.db, unpaid)
    for (const { of, report } of reports) {
      const status = report.status ?? 'created'
      const payment = {
        id: `pay_${made}_${of}`,
        orderId,
        amount: 1000,
        currency: 'INR',
        status,
        isCaptured: status === 'captured' || status === 'refunded',
        refundedAmount: 0,
        fee: 24,
        tax: 4,
        method: 'upi',
        isInternational: false,
        createdAt: null,
        capturedAt: null,
        observedAt: null,
        ...report,
      }
      await server.db.transaction().execute((transaction) => recordPayment(transaction, server, payment))
    }
    const donation = await server.db.selectFrom('donations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const receipts = await server.db.selectFrom('receipts').select('id').where('donation_id', '=', id).execute()
    const entries = await historyOf(server.db, id)
    return {
      status: donation.status,
      // If no payment succeeds, the donation may name either payment.
      payment: receipts.length > 0 ? donation.payment_id?.replace(/_\d+_/, '_') : null,
      receipts: receipts.length,
      fees: [donation.fee, donation.fee_tax],
      hasNumber: donation.receipt_number !== null,
      refunds: entries.filter(({ action }) => action === 'donation.refunded').length,
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
    await fc.assert(
      fc.asyncProperty(anyOrder, async (shuffled) => {
        expect(await stateAfter(shuffled)).toEqual(expected)
      }),
      { numRuns: 15 },
    )
  })
})
