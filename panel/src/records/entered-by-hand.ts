import { GIFT_MODES } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { DonationEntry } from '../api/records/donation-entry.ts'

/** Razorpay also has methods such as `upi`, but always an order or, for a second payment, a payment. */
export function isEnteredByHand({ offlineGift, paymentMethod, razorpay }: DonationEntry): boolean {
  if (offlineGift) return true
  return razorpay.orderId === '' && razorpay.paymentId === '' && GIFT_MODES.some((mode) => mode === paymentMethod)
}
