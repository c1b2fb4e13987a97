import type { startRazorpay } from '../support/fake-razorpay.ts'
import type { AttackTarget } from './attack-target.ts'

type Razorpay = Awaited<ReturnType<typeof startRazorpay>>

/** Donates as a visitor of the public site. Returns the token of the receipt. */
export async function donate(target: AttackTarget, razorpay: Razorpay, form: object): Promise<string> {
  const order = await target.call('/api/donate/order', { body: form })
  if (order.status !== 200) throw new Error(`No order: ${order.status} ${order.text}`)
  const { orderId } = order.json.data as { orderId: string }
  const { status, text, json } = await target.call('/api/donate/verify', { body: razorpay.pay(orderId) })
  if (status !== 200) throw new Error(`Not verified: ${status} ${text}`)
  return (json.data as { receiptToken: string }).receiptToken
}
