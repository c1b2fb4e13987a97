import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation } from '../../testing/factories.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { recordPayment } from './payment-record-service.ts'
import type { Payment } from './payment-status.ts'

/** All that Razorpay may tell of one order: a first try that fails, and a second that ends as its last word says. */
const TOLD: Record<string, readonly Partial<Payment>[]> = {
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
  /** What is left of a donation after word of its payments came in this order. */
  async function leftAfter(words: readonly { of: 'first' | 'second'; told: Partial<Payment> }[]): Promise<object> {
    made += 1
    const orderId = `order_${made}`
    const nothing = { status: 'created', payment_id: null, order_id: orderId, amount: 1000 }
    const { id } = await buildDonation(server.db, nothing)
    for (const { of, told } of words) {
      const status = told.status ?? 'created'
      const payment = {
        id: `pay_${made}_${of}`,
        orderId,
        amount: 1000,
        currency: 'INR',
        status,
        isCaptured: status === 'captured' || status === 'refunded',
        refundedAmount: 0,
        method: 'upi',
        createdAt: null,
        capturedAt: null,
        observedAt: null,
        ...told,
      }
      await server.db.transaction().execute((transaction) => recordPayment(transaction, server, payment))
    }
    const donation = await server.db.selectFrom('donations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const receipts = await server.db.selectFrom('receipts').select('id').where('donation_id', '=', id).execute()
    const audit = await server.db.selectFrom('audit').select('action').where('subject_id', '=', id).execute()
    return {
      status: donation.status,
      // Which of two tries that came to nothing is named, is of no weight.
      payment: receipts.length > 0 ? donation.payment_id?.replace(/_\d+_/, '_') : null,
      receipts: receipts.length,
      hasNumber: donation.receipt_number !== null,
      refunds: audit.filter(({ action }) => action === 'donation.refunded').length,
    }
  }

  test.each(Object.keys(TOLD))(
    'an order whose payment ends %s is left the same, in whatever order the word comes',
    async (end) => {
      const words = [
        { of: 'first' as const, told: { status: 'created' } },
        { of: 'first' as const, told: { status: 'failed' } },
        ...(TOLD[end] ?? []).map((told) => ({ of: 'second' as const, told })),
      ]
      const expected = await leftAfter(words)
      const anyOrder = fc.shuffledSubarray([...words, ...words], { minLength: words.length * 2 })
      await fc.assert(
        fc.asyncProperty(anyOrder, async (shuffled) => {
          expect(await leftAfter(shuffled)).toEqual(expected)
        }),
        { numRuns: 15 },
      )
    },
  )
})
