import { isRecord, readText } from '../answer.ts'

/**
 * A donation of whatever a backend may answer; what is missing or no text is empty. It fits the rules of the contract, which read
 * dates as text and amounts as integer paise.
 */
export interface DonationEntry {
  /** One of its own in a list, also where a backend gives no id or one id twice. */
  id: string
  _id: string
  donorName: string
  donorEmail: string
  donorPhone: string
  purpose: string
  /** Integer paise, or `undefined` where the record has no number. */
  amount: number | undefined
  currency: string
  localStatus: string
  /** ISO 8601 where the backend keeps to it. */
  createdAt: string
  updatedAt: string
  razorpay: { orderId: string; paymentId: string }
  /** `undefined` where there is none, or none that could be asked for. */
  receipt: { token: string; number: string } | undefined
  paymentMethod: string
  /** Integer paise that went back to the donor; `undefined` for none. */
  refundedAmount: number | undefined
  /** A payment of the order that a person must look at. */
  heldPaymentId: string
  donorAddress: string
  donorPan: string
}

/** Reads one record; `index` tells records without an id apart. */
export function readDonation(fields: Record<string, unknown>, index: number): DonationEntry {
  const id = readText(fields._id)
  const payment = isRecord(fields.razorpay) ? fields.razorpay : {}
  return {
    id: id || `without-id-${index}`,
    _id: id,
    donorName: readText(fields.donorName),
    donorEmail: readText(fields.donorEmail),
    donorPhone: readText(fields.donorPhone),
    purpose: readText(fields.purpose),
    amount: readPaise(fields.amount),
    currency: readText(fields.currency),
    localStatus: readText(fields.localStatus),
    createdAt: readMoment(fields.createdAt),
    updatedAt: readMoment(fields.updatedAt),
    razorpay: { orderId: readText(payment.orderId), paymentId: readText(payment.paymentId) },
    receipt: readReceipt(fields.receipt),
    paymentMethod: readText(fields.paymentMethod),
    refundedAmount: readPaise(fields.refundedAmount) || undefined,
    heldPaymentId: readText(fields.heldPaymentId),
    donorAddress: readText(fields.donorAddress),
    donorPan: readText(fields.donorPan),
  }
}

/** Integer paise of a number or of a text that is one; `undefined` for everything else. */
export function readPaise(value: unknown): number | undefined {
  const amount = typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
  if (typeof amount !== 'number') return undefined
  const paise = Math.round(amount)
  return Number.isSafeInteger(paise) ? paise : undefined
}

/** Milliseconds since 1970 become ISO 8601; text stays as it is, whatever it says. */
function readMoment(value: unknown): string {
  if (typeof value !== 'number') return readText(value)
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

function readReceipt(value: unknown): DonationEntry['receipt'] {
  if (!isRecord(value)) return undefined
  const token = readText(value.token)
  return token === '' ? undefined : { token, number: readText(value.number) }
}
