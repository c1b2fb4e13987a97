import type { Tables } from '../../db/db.ts'

/**
 * In order of progress. A donation only moves forward, so late and repeated reports change nothing.
 * Two exceptions: its authorized payment is held, which makes it unpaid again, or its refund fails.
 * `cancelled` means refunded before the capture, `refunded` after the capture.
 */
export const PAYMENT_STATUSES = [
  'created',
  'pending',
  'failed',
  'authorized',
  'cancelled',
  'captured',
  'refunded',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** A refund or a dispute in its latest state. */
export type PaymentReturn = Tables['payment_returns']

/** A payment as Razorpay reports it. */
export interface Payment {
  id: string
  orderId: string
  /** Paise. */
  amount: number
  currency: string
  /** Razorpay's status: `created`, `authorized`, `captured`, `refunded`, `failed`. */
  status: string
  /** Whether the payment was ever captured. */
  isCaptured: boolean
  /** Paise; null if Razorpay's total is larger than the payment. */
  refundedAmount: number | null
  /** What Razorpay keeps, in paise, tax included. Null before the capture. */
  fee: number | null
  /** The tax in `fee`. */
  tax: number | null
  /** Such as `upi`, `card` or `netbanking`. */
  method: string | null
  /** Such as by a card issued abroad. */
  isInternational: boolean
  /** When the donor started to pay. */
  createdAt: Date | null
  /** Null where Razorpay does not report it. */
  capturedAt: Date | null
  /** The refund or the dispute that the report is about. */
  reportedReturn?: PaymentReturn | undefined
  /** All its refunds, if they were fetched: those with an outcome, and pending ones. */
  refunds?: { returns: PaymentReturn[]; pending: { id: unknown; amount: number }[] }
  /** Whether Razorpay does not know it, such as one of an earlier account, so that `refunds` is missing. */
  isUnknown?: boolean
  /** Time at which the payment had this `status`; null if unknown. */
  observedAt: Date | null
}

/** `undefined` for an unknown status. A partly refunded payment counts as captured. */
export function statusOf({ status, isCaptured, amount, refundedAmount }: Payment): PaymentStatus | undefined {
  switch (status) {
    case 'created':
      return 'pending'
    case 'failed':
    case 'authorized':
      return status
    case 'captured':
      return (refundedAmount ?? 0) >= amount ? 'refunded' : 'captured'
    case 'refunded':
      return isCaptured ? 'refunded' : 'cancelled'
    default:
      return undefined
  }
}

/**
 * Returns the status further along PAYMENT_STATUSES. An unknown `current` counts as not started.
 */
export function laterStatus(current: string | null, status: PaymentStatus): PaymentStatus {
  const known = parseStatus(current)
  return known !== undefined && rank(known) >= rank(status) ? known : status
}

/** Whether the money was ever captured, also if refunded since. */
export function wasCaptured(status: string | null): boolean {
  const known = parseStatus(status)
  return known !== undefined && rank(known) >= rank('captured')
}

/** Whether all money went back, before or after the capture. */
export function isRefund(status: string | undefined): boolean {
  return status === 'refunded' || status === 'cancelled'
}

export function isAuthorized(status: string | null): boolean {
  return parseStatus(status) === 'authorized'
}

/** Whether money was authorized or captured, even if refunded since. */
export function involvesMoney(status: PaymentStatus): boolean {
  return status === 'authorized' || wasCaptured(status)
}

function parseStatus(status: string | null): PaymentStatus | undefined {
  return PAYMENT_STATUSES.find((known) => known === status?.toLowerCase())
}

function rank(status: PaymentStatus): number {
  return PAYMENT_STATUSES.indexOf(status)
}
