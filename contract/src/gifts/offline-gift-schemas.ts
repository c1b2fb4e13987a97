import { type Static, Type } from 'typebox'
import { success } from '../base/envelope-schemas.ts'
import { day, formSchemas, nullable, responseSchemas } from '../base/record-schemas.ts'
import { GIFT_FIELDS } from './gift-fields.ts'
import { CANCEL_REASONS, CHEQUE_STEPS, GIFT_MODES, GIFT_WARNINGS, RECEIPT_DONOR_FIELDS } from './offline-gift.ts'

const text = (maxLength: number, title: string) => Type.String({ title, maxLength })
const Id = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) })
const Mode = Type.Enum(GIFT_MODES, { title: 'Mode of payment' })
const Step = Type.Enum(CHEQUE_STEPS, { title: 'Step' })
const FORM = formSchemas(GIFT_FIELDS)

/** The mode of a gift never changes. An omitted field keeps its value; one that the mode does not use is ignored. */
export const GiftChange = Type.Partial(
  Type.Object({
    ...FORM,
    /** Warnings that the person has seen and confirmed. */
    confirmed: Type.Array(Type.Enum(GIFT_WARNINGS), { title: 'Confirmations', maxItems: GIFT_WARNINGS.length }),
  }),
)
export type GiftChange = Static<typeof GiftChange>

export const NewGift = Type.Object({ mode: Mode, ...GiftChange.properties, receivedOn: FORM.receivedOn })
export type NewGift = Static<typeof NewGift>

/** A receipt of the gift; `token` prints it. `cancelledAt` and `reason` are null while it is valid. */
export const GiftReceipt = Type.Object({
  number: Type.String(),
  token: Type.String(),
  issuedAt: Type.String(),
  cancelledAt: nullable(Type.String()),
  reason: nullable(Type.Enum(CANCEL_REASONS)),
})
export type GiftReceipt = Static<typeof GiftReceipt>

/** A gift that was entered by hand. Texts that are not known are empty. */
export const Gift = Type.Object({
  /** The `_id` of its donation. */
  _id: Type.String(),
  mode: Mode,
  ...responseSchemas(GIFT_FIELDS),
  status: nullable(Type.String()),
  donorName: Type.String(),
  /** The slip with which it was taken to the bank. */
  depositSlipId: nullable(Type.String()),
  depositedOn: nullable(Type.String()),
  clearedOn: nullable(Type.String()),
  bouncedOn: nullable(Type.String()),
  bounceReason: Type.String(),
  /** UTC ISO 8601. */
  enteredAt: Type.String(),
  enteredBy: Type.String(),
  /** The oldest first. */
  receipts: Type.Array(GiftReceipt),
  /** The fields that the donor's record and the valid receipt say differently. */
  outdatedOnReceipt: Type.Array(Type.Enum(RECEIPT_DONOR_FIELDS)),
  /** The latest day whose cash book is closed, as all before it; null for none. */
  booksClosedUpTo: nullable(Type.String()),
  version: Type.Integer(),
})
export type Gift = Static<typeof Gift>

const WARNED = 'With the code `gift_warning`, the gift needs a confirmation; `warnings` names why.'
const IN_USE = 'With `conflict`, the leaf was used for another gift, or the donor was merged into another one.'

export const addGift = {
  about: {
    summary:
      'Records a gift that did not come by Razorpay, and issues its receipt: at once, or for a cheque or a draft when it is cleared.',
    isCreation: true as const,
    level: 1,
    onFailure: 'The form keeps its input and shows each reason at its field.',
    refusals: { 409: `${WARNED} ${IN_USE}` },
  },
  body: NewGift,
  response: success(Gift),
}

export const getGift = {
  about: {
    summary: 'A gift that was entered by hand, with all its receipts.',
    level: 1,
    onFailure: 'The details of the donation show what the list knows.',
  },
  params: Id,
  response: success(Gift),
}

export const updateGift = {
  about: {
    summary:
      'Corrects a gift. If its donor, amount or day changes, its receipt is cancelled, and a new one names it, with the donor’s details of today. Another purpose changes neither type nor institution unless they are sent too. `bookedOn` is the day whose cash book has the correction; null for none.',
    isVersioned: true as const,
    level: 1,
    onFailure: 'The form keeps its input and shows each reason at its field.',
    refusals: {
      409: `${WARNED} ${IN_USE} Also of a cheque that has bounced, and for another amount of cash on a deposit slip.`,
    },
  },
  params: Id,
  body: GiftChange,
  response: success(Type.Object({ ...Gift.properties, bookedOn: nullable(Type.String()) })),
}

export const renewReceipt = {
  about: {
    summary:
      'Cancels the receipt of a gift and issues a new one, which names it, with what the donor’s record says today.',
    isCreation: true as const,
    isVersioned: true as const,
    level: 1,
    onFailure: 'A toast shows the response’s message; the receipt stays.',
    refusals: { 409: 'The gift has no valid receipt, or it has the name, PAN and address of the donor’s record.' },
  },
  params: Id,
  response: success(Gift),
}

export const moveCheque = {
  about: {
    summary: 'Records that a cheque or a draft was deposited, cleared or bounced.',
    isVersioned: true as const,
    level: 1,
    onFailure: 'A toast shows the response’s message; the gift stays as it was.',
    refusals: {
      409: 'The gift is neither a cheque nor a draft, or it was deposited or cleared or has bounced already.',
    },
  },
  params: Id,
  body: Type.Object({ step: Step, on: day('Day'), reason: Type.Optional(text(200, 'Reason')) }),
  response: success(Gift),
}

export const undoChequeStep = {
  about: {
    summary:
      'Takes back the step of a cheque or a draft that was recorded last, which the body names. Cancels the receipt of a clearing; a cheque that had one when it bounced gets a new receipt, which names it.',
    isVersioned: true as const,
    level: 1,
    onFailure: 'A toast shows the response’s message; the gift stays as it was.',
    refusals: {
      409: 'The step is not the last that was recorded, the gift is neither a cheque nor a draft, or it is on a deposit slip, which must be cancelled instead.',
    },
  },
  params: Id,
  body: Type.Object({ step: Step }),
  response: success(Gift),
}
