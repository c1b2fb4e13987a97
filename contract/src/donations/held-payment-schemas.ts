import { type Static, Type } from 'typebox'
import { Done, PAGE_INFO, PAGE_QUERY, success } from '../base/envelope-schemas.ts'

const Text = Type.Union([Type.String(), Type.Null()])

/**
 * Why a person must check a payment. `amount-differs`: its amount or currency is not that of the
 * order. `order-paid`: another payment has paid the order. `payment-of-another`: another donation
 * has this payment. `foreign-donor`: the donor is no Indian citizen, and the trust has not entered a
 * registration under the FCRA. `foreign-card`: Razorpay reports the payment as international, such as
 * by a card issued abroad, and the trust has not entered a registration. `refund-unknown`: a refund of
 * the recorded payment failed, but the account that is set does not know the payment. `refund-exceeds`: the
 * reported refund is larger than the recorded payment, until a report corrects it. `disputed`: the
 * donor's bank disputes the recorded payment, until Razorpay reports the outcome. Only reports of
 * Razorpay end the last two.
 */
export const HOLD_REASONS = [
  'amount-differs',
  'order-paid',
  'payment-of-another',
  'foreign-donor',
  'foreign-card',
  'refund-unknown',
  'refund-exceeds',
  'disputed',
] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

/** Amounts are integer paise; `heldAt` is UTC ISO 8601. The `ordered…` fields are the donation's. */
export const HeldPayment = Type.Object({
  paymentId: Type.String(),
  donationId: Type.String(),
  /** A `HoldReason`; null if unknown. */
  reason: Text,
  /** As Razorpay reported it last. */
  amount: Type.Union([Type.Integer(), Type.Null()]),
  currency: Text,
  orderedAmount: Type.Integer(),
  orderedCurrency: Type.String(),
  /** Whether the donor’s bank disputes it. */
  isDisputed: Type.Boolean(),
  donorName: Text,
  donorEmail: Text,
  donorPhone: Text,
  heldAt: Type.String(),
})
export type HeldPayment = Static<typeof HeldPayment>

const PAYMENT = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100 }),
  paymentId: Type.String({ minLength: 1, maxLength: 100 }),
})

export const listHeldPayments = {
  about: {
    summary: 'Payments that a person must check, the oldest first: not recorded, disputed, or with too large a refund.',
    onFailure: 'Below level 1 the panel does not offer them.',
    level: 1,
  },
  querystring: Type.Object(PAGE_QUERY),
  response: Type.Object({ ...success(Type.Array(HeldPayment)).properties, ...PAGE_INFO }),
}

const REFUSALS = {
  409: 'Razorpay reports another state of the payment.',
  502: 'Razorpay does not respond.',
  503: 'Online donations are not set up.',
}

export const recordHeldPayment = {
  about: {
    summary:
      'Records a held payment with the amount that Razorpay reports now, and issues its receipt. If the payment has already paid a donation, or its failed refund is unknown, only closes it.',
    isCreation: true as const,
    onFailure: 'The panel shows a toast and the response’s message; the payment stays in the list.',
    level: 1,
    refusals: REFUSALS,
  },
  params: PAYMENT,
  response: Done,
}

export const markHeldPaymentRefunded = {
  about: {
    summary: 'Closes a held payment, if Razorpay reports now that all of it was refunded.',
    onFailure: 'The panel shows a toast and the response’s message; the payment stays in the list.',
    level: 1,
    refusals: REFUSALS,
  },
  params: PAYMENT,
  response: Done,
}
