import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'

test('returns 503 without a Razorpay account', async () => {
  const server = await testApp()
  for (const [name, payload] of [
    ['order', { amount: 100 }],
    ['verify', { razorpay_order_id: 'o', razorpay_payment_id: 'p', razorpay_signature: 's' }],
    ['webhook', {}],
  ] as const) {
    const answer = await server.app.inject({ method: 'POST', url: `/api/donate/${name}`, payload })
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({
      code: 'not_set_up',
      message: expect.stringMatching(/^Online donations are not set up yet/),
    })
  }
  await server.close()
})
