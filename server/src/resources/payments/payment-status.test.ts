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

/** Each row: from where, then what becomes of it at the word of `created`, `pending` … in the order of the head. */
const HEAD: readonly PaymentStatus[] = ['pending', 'failed', 'authorized', 'cancelled', 'captured', 'refunded']
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

test.each(TABLE)('a donation that is %s', (from, ...expected) => {
  expect(HEAD.map((told) => (laterStatus(from, told) === told ? told : from))).toEqual(expected)
})

test('a status written in capitals is the same', () => {
  expect(laterStatus('CAPTURED', 'failed')).toBe('captured')
  expect(wasCaptured('Refunded')).toBe(true)
})

test('whatever the order in which word comes, and however often, the end is the same', () => {
  const words = fc.array(fc.constantFrom(...PAYMENT_STATUSES), { minLength: 1 })
  const anyOrder = words.chain((told) =>
    fc.tuple(fc.constant(told), fc.shuffledSubarray([...told, ...told], { minLength: told.length * 2 })),
  )
  const endOf = (told: PaymentStatus[]) => told.reduce<string>(laterStatus, 'created')
  fc.assert(fc.property(anyOrder, ([told, shuffled]) => endOf(told) === endOf(shuffled)))
})

describe('what Razorpay says', () => {
  const payment: Payment = {
    id: 'pay_1',
    orderId: 'order_1',
    amount: 1000,
    currency: 'INR',
    status: 'captured',
    isCaptured: true,
    refundedAmount: 0,
    method: 'upi',
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
  ])('%j is %s', (given, expected) => {
    expect(statusOf({ ...payment, ...given })).toBe(expected)
  })

  test('only what is or was money must have the right amount', () => {
    expect(PAYMENT_STATUSES.filter(involvesMoney)).toEqual(['authorized', 'captured', 'refunded'])
  })
})
