import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseEvent, parsePayment, parsePayments } from './razorpay-client.ts'

const ENTITY = { id: 'pay_1', order_id: 'order_1', amount: 100, currency: 'INR', status: 'captured', captured: true }
const AT = new Date('2026-04-01T00:00:00.000Z')

test.each(['id', 'order_id', 'amount', 'currency', 'status'])('rejects a payment with an invalid %s', (field) => {
  for (const wrong of [null, undefined, {}, [], { toString: 1 }, true, Number.NaN, '\u0000'].slice(
    0,
    field === 'currency' || field === 'status' ? 7 : 8,
  )) {
    expect(parsePayment({ ...ENTITY, [field]: wrong }, AT)).toBeUndefined()
  }
})

test('ignores optional fields of a wrong type', () => {
  const odd = { toString: 1 }
  const times = { created_at: odd, captured_at: odd }
  const payment = parsePayment({ ...ENTITY, amount_refunded: odd, method: odd, fee: odd, tax: -1, ...times }, AT)
  expect(payment).toMatchObject({ refundedAmount: 0, method: null, createdAt: null, capturedAt: null, observedAt: AT })
  expect(payment).toMatchObject({ fee: null, tax: null })
})

test('never throws for any JSON', () => {
  const odd = fc.oneof(fc.jsonValue(), fc.constant({ toString: 1 }), fc.constant({ valueOf: 'x' }))
  const entity = fc.record(
    { id: odd, order_id: odd, amount: odd, currency: odd, status: odd, captured: odd, created_at: odd, method: odd },
    { requiredKeys: [] },
  )
  const event = fc.record({
    event: fc.oneof(odd, fc.constant('payment.captured')),
    created_at: odd,
    payload: fc.oneof(odd, fc.record({ payment: fc.oneof(odd, fc.record({ entity: fc.oneof(odd, entity) })) })),
  })
  fc.assert(
    fc.property(event, entity, (content, item) => {
      parseEvent(content)
      parsePayments({ items: [item, content] }, AT)
    }),
  )
})
