import { expect, test } from 'vitest'
import { isCheckoutSignature, isWebhookSignature } from './razorpay-client.ts'

// The signatures were computed by openssl: printf … | openssl dgst -sha256 -hmac …
const PAID = { orderId: 'order_IluGWxBm9U8zJ8', paymentId: 'pay_IH4NVgf4Dreq1l' }
const PAID_SIGNATURE = '2db50d7f2a5d547e77408e165fde35802360b356ed5e646a1fb2e88dbf8e29f1'
const BODY = String.raw`{"event":"payment.captured","name":"आशा राव","note":"\u0905"}`
const BODY_SIGNATURE = '8e6902feba65cacad42b5d41158950708c51e93f2135827035efab06248e004b'
const OLD_SIGNATURE = '468d31f6c0d2527ef25fd48972ce8efedb85b9c7337f280a90e64cd8a87ceb40'

test('accepts a checkout signature only for its order, payment and key secret', () => {
  expect(isCheckoutSignature(PAID, PAID_SIGNATURE, 'key-secret-1')).toBe(true)
  expect(isCheckoutSignature(PAID, PAID_SIGNATURE.toUpperCase(), 'key-secret-1')).toBe(true)
  expect(isCheckoutSignature(PAID, PAID_SIGNATURE, 'key-secret-2')).toBe(false)
  expect(isCheckoutSignature({ ...PAID, orderId: 'order_other' }, PAID_SIGNATURE, 'key-secret-1')).toBe(false)
  expect(isCheckoutSignature({ ...PAID, paymentId: 'pay_other' }, PAID_SIGNATURE, 'key-secret-1')).toBe(false)
})

test('accepts a webhook signature made for the exact bytes with any of the secrets', () => {
  const body = Buffer.from(BODY)
  expect(isWebhookSignature(body, BODY_SIGNATURE, ['hook-secret-1'])).toBe(true)
  expect(isWebhookSignature(body, OLD_SIGNATURE, ['hook-secret-1', 'hook-secret-0'])).toBe(true)
  expect(isWebhookSignature(body, OLD_SIGNATURE, ['hook-secret-1'])).toBe(false)
  expect(isWebhookSignature(body, BODY_SIGNATURE, [])).toBe(false)
  expect(isWebhookSignature(Buffer.from(JSON.stringify(JSON.parse(BODY))), BODY_SIGNATURE, ['hook-secret-1'])).toBe(
    false,
  )
})

test('rejects a body with one changed bit', () => {
  const body = Buffer.from(BODY)
  for (let at = 0; at < body.length; at += 1) {
    const changed = Buffer.from(body)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(isWebhookSignature(changed, BODY_SIGNATURE, ['hook-secret-1'])).toBe(false)
  }
})

test.each([
  '',
  'x',
  'g'.repeat(64),
  `${BODY_SIGNATURE}00`,
  BODY_SIGNATURE.slice(2),
  ` ${BODY_SIGNATURE}`,
  'é'.repeat(64),
])('rejects the malformed signature %j', (signature) => {
  expect(isWebhookSignature(Buffer.from(BODY), signature, ['hook-secret-1'])).toBe(false)
})
