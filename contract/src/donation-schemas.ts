import { type Static, Type } from 'typebox'
import { success } from './envelope-schemas.ts'

const Text = Type.Union([Type.String(), Type.Null()])

/** A donation. `amount` is integer paise; times are UTC ISO 8601; `razorpay.signature` is always null. */
export const Donation = Type.Object({
  _id: Type.String(),
  donorName: Text,
  donorEmail: Text,
  donorPhone: Text,
  amount: Type.Integer(),
  currency: Type.String(),
  purpose: Text,
  localStatus: Text,
  createdAt: Type.String(),
  updatedAt: Type.String(),
  razorpay: Type.Optional(Type.Object({ orderId: Text, paymentId: Text, signature: Type.Null() })),
  receipt: Type.Optional(Type.Union([Type.Object({ token: Type.String(), expiresAt: Text }), Type.Null()])),
})
export type Donation = Static<typeof Donation>

export const listSuccessfulDonations = { response: success(Type.Array(Donation)) }
