import type { Donation } from '@sevadesk/contract/donations/donation-schemas.ts'
import { OUTDATED_ON_RECEIPT, type OutdatedOnReceipt } from '@sevadesk/contract/gifts/offline-gift.ts'
import {
  type Fields,
  readIds,
  readInteger,
  readRecord,
  readText,
  readTexts,
  readTime,
  readTimestamp,
} from './fields.ts'

/** A donation read from a backend's record. Missing texts are empty. */
export interface DonationEntry {
  /** Never empty, even if the backend sends no `_id`. */
  id: string
  _id: string
  donorName: string
  donorEmail: string
  donorPhone: string
  /** The text that came with the donation. */
  purpose: string
  /** Its entry of the list of purposes; empty if there is none. */
  purposeId: string
  /** Integer paise. */
  amount: number | undefined
  currency: string
  localStatus: string
  /** ISO 8601, or the backend's own text. */
  createdAt: string
  updatedAt: string
  razorpay: { orderId: string; paymentId: string }
  receipt: { token: string; number: string } | undefined
  paymentMethod: string
  /** Integer paise. */
  refundedAmount: number | undefined
  /** What lost disputes took back, in paise. */
  lostAmount: number | undefined
  /** When and with which transfer Razorpay paid it to the bank. */
  settlement: { utr: string; settledAt: string } | undefined
  /** ID of the order's held payment; empty if there is none. */
  heldPaymentId: string
  /** What a new receipt would set right; empty in lists. */
  outdatedOnReceipt: readonly OutdatedOnReceipt[]
  /** The donor's record; empty if there is none. */
  donorId: string
  donorAddress: string
  donorPan: string
  /** Set if it was entered by hand. Earlier servers omit it: see `isEnteredByHand`. */
  offlineGift: Required<NonNullable<Donation['offlineGift']>> | undefined
}

export function readDonation(fields: Fields, index: number): DonationEntry {
  const payment = readRecord(fields.razorpay)
  const receipt = readRecord(fields.receipt)
  const token = readText(receipt.token)
  return {
    ...readIds(fields, index),
    donorName: readText(fields.donorName),
    donorEmail: readText(fields.donorEmail),
    donorPhone: readText(fields.donorPhone),
    purpose: readText(fields.purpose),
    purposeId: readText(fields.purposeId),
    amount: readInteger(fields.amount),
    currency: readText(fields.currency),
    localStatus: readText(fields.localStatus),
    createdAt: readTimestamp(fields.createdAt),
    updatedAt: readTimestamp(fields.updatedAt),
    razorpay: { orderId: readText(payment.orderId), paymentId: readText(payment.paymentId) },
    receipt: token === '' ? undefined : { token, number: readText(receipt.number) },
    paymentMethod: readText(fields.paymentMethod),
    refundedAmount: readInteger(fields.refundedAmount) || undefined,
    lostAmount: readInteger(fields.lostAmount) || undefined,
    settlement: readSettlement(fields.settlement),
    heldPaymentId: readText(fields.heldPaymentId),
    outdatedOnReceipt: OUTDATED_ON_RECEIPT.filter((field) => readTexts(fields.outdatedOnReceipt).includes(field)),
    donorId: readText(fields.donorId),
    donorAddress: readText(fields.donorAddress),
    donorPan: readText(fields.donorPan),
    offlineGift: readOfflineGift(fields.offlineGift),
  }
}

function readSettlement(record: unknown): DonationEntry['settlement'] {
  const { utr, settledAt } = readRecord(record)
  const at = readTimestamp(settledAt)
  return at === '' ? undefined : { utr: readText(utr), settledAt: at }
}

function readOfflineGift(record: unknown): DonationEntry['offlineGift'] {
  const { enteredAt, receivedOn, hasReceipt, heldBySlip, booksClosedUpTo } = readRecord(record)
  if (readTime(enteredAt) === undefined) return undefined
  return {
    enteredAt: readTimestamp(enteredAt),
    receivedOn: readText(receivedOn),
    hasReceipt: hasReceipt === true,
    heldBySlip: heldBySlip === true || readText(heldBySlip),
    booksClosedUpTo: readText(booksClosedUpTo) || null,
  }
}
