import { type Static, Type } from 'typebox'
import { PAGE_INFO, PAGE_QUERY, success } from '../base/envelope-schemas.ts'
import { nullable } from '../base/record-schemas.ts'
import { BANK_ACCOUNT_MAX, DEPOSITED_MODES, SLIP_GIFTS_MAX, SLIP_NUMBER_MAX } from './deposit-slip.ts'

const Id = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) })
/** Integer paise. */
const Paise = Type.Integer()

/** A gift that can be deposited, or was. Texts that are not known are empty. */
export const DepositGift = Type.Object({
  /** The `_id` of its donation. */
  _id: Type.String(),
  mode: Type.Enum(DEPOSITED_MODES),
  amount: Paise,
  /** `YYYY-MM-DD` in the trust’s zone. */
  receivedOn: Type.String(),
  donorName: Type.String(),
  /** The number of a cheque or a draft. */
  instrumentNumber: Type.String(),
  instrumentDate: nullable(Type.String()),
  bank: Type.String(),
  receiptNumber: Type.String(),
})
export type DepositGift = Static<typeof DepositGift>

const SLIP = {
  _id: Type.String(),
  /** `YYYY-MM-DD` in the trust’s zone. */
  depositedOn: Type.String(),
  slipNumber: Type.String(),
  bankAccount: Type.String(),
  count: Type.Integer(),
  amount: Paise,
  /** UTC ISO 8601. */
  createdAt: Type.String(),
  createdBy: Type.String(),
  /** Null while the slip is valid. */
  cancelledAt: nullable(Type.String()),
}
export const DepositSlip = Type.Object(SLIP)
export type DepositSlip = Static<typeof DepositSlip>

/** A gift of a slip. `amount` is that with which it was deposited; the fields below are of now. */
export const SlipGift = Type.Object({
  ...DepositGift.properties,
  currentAmount: Paise,
  isDeleted: Type.Boolean(),
  /** `YYYY-MM-DD` in the trust’s zone. */
  clearedOn: nullable(Type.String()),
  bouncedOn: nullable(Type.String()),
  /** False if the slip was cancelled and the gift can be deposited again. */
  isDeposited: Type.Boolean(),
})
export type SlipGift = Static<typeof SlipGift>

export const DepositSlipDetails = Type.Object({ ...SLIP, gifts: Type.Array(SlipGift) })
export type DepositSlipDetails = Static<typeof DepositSlipDetails>

export const NewDepositSlip = Type.Object({
  giftIds: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: SLIP_GIFTS_MAX }),
  amount: Type.Integer({ title: 'Amount', description: 'Paise: the total of the gifts as the client shows it' }),
  depositedOn: Type.String({ maxLength: 20, description: 'YYYY-MM-DD' }),
  slipNumber: Type.Optional(Type.String({ maxLength: SLIP_NUMBER_MAX })),
  bankAccount: Type.String({ maxLength: BANK_ACCOUNT_MAX }),
})
export type NewDepositSlip = Static<typeof NewDepositSlip>

export const listGiftsToDeposit = {
  about: {
    summary: 'Cash, cheques, drafts and collections that are not deposited yet, the oldest first.',
    level: 1,
    onFailure: 'Bank deposit shows “Failed to load the gifts” with a button to try again.',
  },
  querystring: Type.Object(PAGE_QUERY),
  response: Type.Object({ ...success(Type.Array(DepositGift)).properties, ...PAGE_INFO }),
}

export const listDepositSlips = {
  about: {
    summary: 'The deposit slips, the newest first.',
    level: 1,
    onFailure: 'Bank deposit shows “Failed to load the deposit slips” with a button to try again.',
  },
  querystring: Type.Object(PAGE_QUERY),
  response: Type.Object({ ...success(Type.Array(DepositSlip)).properties, ...PAGE_INFO }),
}

export const getDepositSlip = {
  about: {
    summary: 'A deposit slip with its gifts.',
    level: 1,
    onFailure: 'Bank deposit shows “Failed to load the deposit slip” with a button to try again.',
  },
  params: Id,
  response: success(DepositSlipDetails),
}

export const addDepositSlip = {
  about: {
    summary: 'Records a deposit at the bank and marks its gifts as deposited, all or none.',
    isCreation: true as const,
    level: 1,
    onFailure: 'The form keeps its input and the chosen gifts, and shows the reason.',
    refusals: {
      409: 'A gift was deposited, has bounced, was deleted or was received after the day, or `amount` is not the total. `current.gifts` are those of the gifts that can be deposited, as they are now.',
    },
  },
  body: NewDepositSlip,
  response: success(DepositSlipDetails),
}

export const cancelDepositSlip = {
  about: {
    summary:
      'Cancels a deposit slip. Its gifts can be deposited again, except those that have been cleared or have bounced.',
    level: 1,
    onFailure: 'A toast shows the response’s message, or “Failed to cancel the deposit slip”.',
    refusals: { 409: 'The slip was cancelled already.' },
  },
  params: Id,
  response: success(DepositSlip),
}
