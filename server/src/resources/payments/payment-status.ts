/**
 * How far a donation's money has come, from least to furthest. `cancelled` is money that was promised and went back before it was ours;
 * `refunded` was ours. It only ever moves on along this list, so that word that comes late or twice changes nothing.
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

/** A payment as Razorpay tells of it. */
export interface Payment {
  id: string
  orderId: string
  /** Paise. */
  amount: number
  currency: string
  /** In Razorpay's words: `created`, `authorized`, `captured`, `refunded`, `failed`. */
  status: string
  /** Whether it was ever captured. */
  isCaptured: boolean
  /** Paise. */
  refundedAmount: number
  /** Such as `upi`, `card` or `netbanking`. */
  method: string | null
  /** When the donor began to pay. */
  createdAt: Date | null
  /** When it was captured, where that is told. */
  capturedAt: Date | null
  /** The moment at which all this was so; null where it is not known. */
  saidAt: Date | null
}

/** How far a payment has come; `undefined` in words that we do not know. One that was given back in part still counts as captured. */
export function statusOf({ status, isCaptured, amount, refundedAmount }: Payment): PaymentStatus | undefined {
  switch (status) {
    case 'created':
      return 'pending'
    case 'failed':
    case 'authorized':
      return status
    case 'captured':
      return refundedAmount >= amount ? 'refunded' : 'captured'
    case 'refunded':
      return isCaptured ? 'refunded' : 'cancelled'
    default:
      return undefined
  }
}

/** The further of the two. A status that is none of ours counts as not begun. */
export function laterStatus(current: string | null, told: PaymentStatus): PaymentStatus {
  const known = knownStatus(current)
  return known !== undefined && rank(known) >= rank(told) ? known : told
}

/** Whether the money has been the trust's, also when it was given back since. */
export function wasCaptured(status: string | null): boolean {
  const known = knownStatus(status)
  return known !== undefined && rank(known) >= rank('captured')
}

/** Whether it says that money came, or is about to: then amount and currency must be right. */
export function isMoney(status: PaymentStatus): boolean {
  return status === 'authorized' || wasCaptured(status)
}

function knownStatus(status: string | null): PaymentStatus | undefined {
  return PAYMENT_STATUSES.find((known) => known === status?.toLowerCase())
}

function rank(status: PaymentStatus): number {
  return PAYMENT_STATUSES.indexOf(status)
}
