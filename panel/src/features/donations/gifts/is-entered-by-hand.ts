import { GIFT_MODES } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Donation } from '../list/donation-queries.ts'

/** Razorpay also has methods such as `upi`, but always an order or, for a second payment, a payment. */
export function isEnteredByHand({ paymentMethod, razorpay }: Donation): boolean {
  return razorpay.orderId === '' && razorpay.paymentId === '' && GIFT_MODES.some((mode) => mode === paymentMethod)
}
