import { type Static, Type } from 'typebox'
import { Done, success } from '../base/envelope-schemas.ts'
import { Honeypot } from '../content/honeypot-schemas.ts'
import { STATED_CITIZENSHIPS } from '../donors/donor.ts'

const optionalText = (title: string, maxLength: number) =>
  Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()], { title }))

/**
 * The donation form of the public site; beyond the specification. `amount` is integer paise, at
 * least one rupee.
 */
export const NewOrder = Type.Object({
  amount: Type.Integer({ title: 'Amount', minimum: 100, maximum: 100_000_000_000 }),
  donorName: optionalText('Name', 200),
  donorEmail: optionalText('E-mail', 320),
  donorPhone: optionalText('Phone', 40),
  donorAddress: optionalText('Address', 500),
  donorPan: optionalText('PAN', 20),
  /** As the donor states it. The gift of a foreign citizen may be held for a person to check. */
  donorCitizenship: Type.Optional(Type.Union([Type.Enum(STATED_CITIZENSHIPS), Type.Null()])),
  purpose: optionalText('Purpose', 200),
  /** An id of `GET /donate/choices`. Without a `purpose`, the donation has its name in the language of receipts. */
  purposeId: optionalText('Purpose', 100),
  extraNote: Honeypot,
})
export type NewOrder = Static<typeof NewOrder>

/** What Razorpay's checkout needs to open. */
export const Order = Type.Object({
  orderId: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  keyId: Type.String(),
})
export type Order = Static<typeof Order>

export const createOrder = {
  about: {
    summary: 'Starts a donation by creating an order at Razorpay.',
    isCreation: true as const,
    usedBy: 'the public site',
    refusals: {
      429: 'Too many requests from one address.',
      502: 'Razorpay does not respond.',
      503: 'Online donations are not set up.',
    },
  },
  body: NewOrder,
  response: success(Order),
}

/** What Razorpay's checkout returns to the page after a payment, with Razorpay's field names. */
export const PaymentProof = Type.Object({
  razorpay_order_id: Type.String({ maxLength: 100 }),
  razorpay_payment_id: Type.String({ maxLength: 100 }),
  razorpay_signature: Type.String({ maxLength: 200 }),
})
export type PaymentProof = Static<typeof PaymentProof>

/** `receiptToken` is null before the capture. */
export const verifyPayment = {
  about: {
    summary: "Verifies the payment that Razorpay's checkout returned to the page.",
    usedBy: 'the public site',
    refusals: { 503: 'Online donations are not set up.' },
  },
  body: PaymentProof,
  response: success(Type.Object({ status: Type.String(), receiptToken: Type.Union([Type.String(), Type.Null()]) })),
}

/** Razorpay's webhook. The body is read unparsed: its signature covers the bytes. */
export const receiveWebhook = {
  about: {
    summary: 'A webhook event from Razorpay, signed in `x-razorpay-signature`.',
    usedBy: 'Razorpay',
    refusals: { 400: 'The signature or the JSON is invalid.', 503: 'Online donations are not set up.' },
  },
  response: Done,
}
