import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  involvesMoney,
  laterStatus,
  PAYMENT_STATUSES,
  type Payment,
  type PaymentStatus,
  statusOf,
  wasCaptured,
} from './payment-status.ts'

/** Each row of TABLE: the current status, then the new status after each report in REPORTED. */
const REPORTED: readonly PaymentStatus[] = ['pending', 'failed', 'authorized', 'cancelled', 'captured', 'refunded']
const TABLE: readonly (readonly [string | null, ...PaymentStatus[]])[] = [
  ['created', 'pending', 'failed', 'authorized', 'cancelled', 'captured', 'refunded'],
  ['pending', 'pending', 'failed', 'authorized', 'cancelled', 'captured', 'refunded'],
  ['failed', 'failed', 'failed', 'authorized', 'cancelled', 'captured', 'refunded'],
  ['authorized', 'authorized', 'authorized', 'authorized', 'cancelled', 'captured', 'refunded'],
  ['cancelled', 'cancelled', 'cancelled', 'cancelled', 'cancelled', 'captured', 'refunded'],
  ['captured', 'captured', 'captured', 'captured', 'captured', 'captured', 'refunded'],
  ['refunded', 'refunded', 'refunded', 'refunded', 'refunded', 'refunded', 'refunded'],
  [null, 'pending', 'failed', 'authorized', 'cancelled', 'captured', 'refunded'],
  ['on hold', 'pending', 'failed', 'authorized', 'cancelled', 'captured', 'refunded'],
]

test.each(TABLE)('moves %s only forward', (from, ...expected) => {
  expect(REPORTED.map((reported) => (laterStatus(from, reported) === reported ? reported : from))).toEqual(expected)
})

test('ignores the case of a status', () => {
  expect(laterStatus('CAPTURED', 'failed')).toBe('captured')
  expect(wasCaptured('Refunded')).toBe(true)
})

test('reaches the same status for repeated reports in any order', () => {
  const reports = fc.array(fc.constantFrom(...PAYMENT_STATUSES), { minLength: 1 })
  const anyOrder = reports.chain((statuses) =>
    fc.tuple(
      fc.constant(statuses),
      fc.shuffledSubarray([...statuses, ...statuses], { minLength: statuses.length * 2 }),
    ),
  )
  const finalStatus = (statuses: PaymentStatus[]) => statuses.reduce<string>(laterStatus, 'created')
  fc.assert(fc.property(anyOrder, ([statuses, shuffled]) => finalStatus(statuses) === finalStatus(shuffled)))
})

describe('statusOf', () => {
  const payment: Payment = {
    id: 'pay_1',
    orderId: 'order_1',
    amount: 1000,
    currency: 'INR',
    status: 'captured',
    isCaptured: true,
    refundedAmount: 0,
    fee: null,
    tax: null,
    method: 'upi',
    isInternational: false,
    createdAt: null,
    capturedAt: null,
    observedAt: null,
  }
  test.each<[Partial<Payment>, PaymentStatus | undefined]>([
    [{ status: 'created', isCaptured: false }, 'pending'],
    [{ status: 'failed', isCaptured: false }, 'failed'],
    [{ status: 'authorized', isCaptured: false }, 'authorized'],
    [{}, 'captured'],
    [{ refundedAmount: 999 }, 'captured'],
    [{ refundedAmount: 1000 }, 'refunded'],
    [{ status: 'refunded', refundedAmount: 1000 }, 'refunded'],
    [{ status: 'refunded', isCaptured: false, refundedAmount: 1000 }, 'cancelled'],
    [{ status: 'disputed' }, undefined],
  ])('returns for %j the status %s', (given, expected) => {
    expect(statusOf({ ...payment, ...given })).toBe(expected)
  })

  test('involvesMoney is true only for authorized, captured and refunded', () => {
    expect(PAYMENT_STATUSES.filter(involvesMoney)).toEqual(['authorized', 'captured', 'refunded'])
  })
})
