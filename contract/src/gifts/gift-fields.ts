import type { GiftMode } from './offline-gift.ts'
import type { NewGift } from './offline-gift-schemas.ts'

export type GiftField = keyof Omit<NewGift, 'mode' | 'confirmed'>

const HEADING = ['purposeId', 'institutionId', 'donationType', 'approval'] as const
const OF_DONOR = ['donorId', 'directionLetter', 'bookNumber', 'leafNumber'] as const
const MONEY = ['receivedOn', 'amount', ...OF_DONOR, ...HEADING, 'collectedBy', 'note'] as const
const INSTRUMENT = [...MONEY, 'instrumentNumber', 'instrumentDate', 'bank'] as const

/** The fields that a mode uses. Others are ignored, except a donor of a collection, which is refused. */
export const GIFT_FIELDS: Readonly<Record<GiftMode, readonly GiftField[]>> = {
  cash: MONEY,
  cheque: INSTRUMENT,
  draft: INSTRUMENT,
  bank_transfer: [...MONEY, 'reference'],
  upi: [...MONEY, 'reference'],
  card: [...MONEY, 'reference'],
  in_kind: ['receivedOn', ...OF_DONOR, ...HEADING, 'collectedBy', 'note', 'item', 'quantity', 'estimatedValue'],
  collection: ['receivedOn', 'amount', ...HEADING, 'countedBy', 'collectedBy', 'note'],
}

/** Fields without which a gift of the mode cannot be saved. Of every mode, the corpus also needs
 * `donorId` and `directionLetter`. */
export const REQUIRED_GIFT_FIELDS: Readonly<Record<GiftMode, readonly GiftField[]>> = {
  cash: ['receivedOn', 'amount'],
  cheque: ['receivedOn', 'amount', 'instrumentNumber'],
  draft: ['receivedOn', 'amount', 'instrumentNumber'],
  bank_transfer: ['receivedOn', 'amount', 'reference'],
  upi: ['receivedOn', 'amount', 'reference'],
  card: ['receivedOn', 'amount'],
  in_kind: ['receivedOn', 'item', 'quantity'],
  collection: ['receivedOn', 'amount', 'countedBy'],
}

export const isGiftFieldUsed = (mode: GiftMode, field: GiftField): boolean => GIFT_FIELDS[mode].includes(field)
