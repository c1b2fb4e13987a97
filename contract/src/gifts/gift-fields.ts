import { type FieldValues, fieldNames, type RecordField } from '../base/record-fields.ts'
import { DONATION_TYPES } from '../settings/list-entry.ts'
import { GIFT_MODES, type GiftMode } from './offline-gift.ts'

type GiftFieldDescription = RecordField & {
  /** The modes that use the field. Others ignore it, except a donor of a collection, which is refused. */
  readonly modes: readonly GiftMode[]
  /** The modes whose gifts cannot be saved without it. */
  readonly requiredIn?: readonly GiftMode[]
}

const MONEY = GIFT_MODES.filter((mode) => mode !== 'in_kind')
const OF_DONOR = GIFT_MODES.filter((mode) => mode !== 'collection')

/** The largest amount, in paise: a paisa less than ₹100 crore. */
export const GIFT_MAX = 99_99_99_999_99

/** The first day that a gift may have been received. */
export const FIRST_GIFT_DAY = '1990-01-01'

/**
 * What a person enters of a gift besides its mode, in the order of its details. Of every mode, the
 * corpus also needs `donorId` and `directionLetter`.
 */
export const GIFT_FIELDS = {
  receivedOn: { title: 'Day of receipt', kind: 'day', modes: GIFT_MODES, requiredIn: GIFT_MODES },
  /** 0 in kind. */
  amount: { title: 'Amount', kind: 'paise', modes: MONEY, requiredIn: MONEY },
  /** Null: anonymous. */
  donorId: { title: 'Donor', kind: 'id', empty: null, modes: OF_DONOR },
  /** Date or number of the letter in which the donor directs a gift to the corpus. */
  directionLetter: { title: 'Letter of direction', kind: 'line', max: 200, modes: OF_DONOR },
  /** A pre-printed receipt book; gifts that are not deleted use it once with the leaf. */
  bookNumber: { title: 'Receipt book', kind: 'line', max: 40, modes: OF_DONOR },
  leafNumber: { title: 'Leaf', kind: 'line', max: 40, modes: OF_DONOR },
  purposeId: { title: 'Purpose', kind: 'id', empty: null, modes: GIFT_MODES },
  institutionId: { title: 'Institution', kind: 'id', empty: null, modes: GIFT_MODES },
  donationType: { title: 'Type of donation', kind: 'choice', of: DONATION_TYPES, empty: 'general', modes: GIFT_MODES },
  /** The approval under which the gift was taken. */
  approval: { title: 'Approval', kind: 'line', max: 200, modes: GIFT_MODES },
  countedBy: { title: 'Counted by', kind: 'line', max: 200, modes: ['collection'], requiredIn: ['collection'] },
  collectedBy: { title: 'Collected by', kind: 'line', max: 200, modes: GIFT_MODES },
  note: { title: 'Note', kind: 'lines', max: 500, modes: GIFT_MODES },
  instrumentNumber: {
    title: 'Number',
    kind: 'line',
    max: 40,
    modes: ['cheque', 'draft'],
    requiredIn: ['cheque', 'draft'],
  },
  instrumentDate: { title: 'Date on the cheque', kind: 'day', empty: null, modes: ['cheque', 'draft'] },
  bank: { title: 'Bank', kind: 'line', max: 200, modes: ['cheque', 'draft'] },
  /** The slip of a card machine may have none. */
  reference: {
    title: 'Reference',
    kind: 'line',
    max: 100,
    modes: ['bank_transfer', 'upi', 'card'],
    requiredIn: ['bank_transfer', 'upi'],
  },
  item: { title: 'What was given', kind: 'line', max: 200, modes: ['in_kind'], requiredIn: ['in_kind'] },
  quantity: { title: 'Quantity', kind: 'line', max: 100, modes: ['in_kind'], requiredIn: ['in_kind'] },
  /** No part of any sum of money. */
  estimatedValue: { title: 'Estimated value', kind: 'paise', empty: null, modes: ['in_kind'] },
} as const satisfies Readonly<Record<string, GiftFieldDescription>>

export type GiftField = keyof typeof GIFT_FIELDS

/** Fields that the mode does not use are empty. */
export type GiftFields = FieldValues<typeof GIFT_FIELDS>

export function isGiftFieldUsed(mode: GiftMode, field: GiftField): boolean {
  return descriptionOf(field).modes.includes(mode)
}

export function isGiftFieldRequired(mode: GiftMode, field: GiftField): boolean {
  return descriptionOf(field).requiredIn?.includes(mode) ?? false
}

export function giftFieldsOf(mode: GiftMode): GiftField[] {
  return fieldNames(GIFT_FIELDS).filter((field) => isGiftFieldUsed(mode, field))
}

function descriptionOf(field: GiftField): GiftFieldDescription {
  return GIFT_FIELDS[field]
}
