import { toPlainForm } from '@sevadesk/contract/base/normalise-text.ts'
import { isBlank } from '@sevadesk/contract/base/not-blank.ts'
import { emptyValues } from '@sevadesk/contract/base/record-fields.ts'
import { isDay } from '@sevadesk/contract/donations/period.ts'
import {
  FIRST_GIFT_DAY,
  GIFT_FIELDS,
  GIFT_MAX,
  type GiftField,
  type GiftFields,
  giftFieldsOf,
  isGiftFieldUsed,
} from '@sevadesk/contract/gifts/gift-fields.ts'
import type { GiftMode } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { GiftChange } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import type { LocalisedText } from '../../text/localised-text.ts'
import { readTypedFields } from '../../text/typed-fields.ts'
import * as sentences from './gift-sentences.ts'

export const EMPTY_GIFT: GiftFields = emptyValues(GIFT_FIELDS)

export type GiftFaults = Partial<Record<GiftField, LocalisedText>>

/** Returns the fields after a change of `before`: what is omitted or not used by the mode stays. */
export function readGiftForm(mode: GiftMode, sent: GiftChange, before: GiftFields): GiftFields {
  const typed = readTypedFields(GIFT_FIELDS, giftFieldsOf(mode), sent)
  for (const name of ['instrumentNumber', 'reference'] as const)
    if (typed[name] !== undefined) typed[name] = toPlainForm(typed[name])
  return { ...before, ...typed }
}

/** Returns a sentence for each field that is invalid whatever the database holds. */
export function findGiftFaults(mode: GiftMode, fields: GiftFields, sent: GiftChange, today: string): GiftFaults {
  const faults: Record<string, LocalisedText | undefined> = {
    amount: mode === 'in_kind' ? undefined : amountFault(fields.amount),
    receivedOn: dayFault(fields.receivedOn, today),
    ...donorFaults(mode, fields, sent),
    ...(isGiftFieldUsed(mode, 'instrumentNumber') && instrumentFaults(mode, fields, today)),
    ...(isGiftFieldUsed(mode, 'reference') && { reference: referenceFault(mode, fields.reference) }),
    ...(mode === 'in_kind' && inKindFaults(fields)),
    ...(mode === 'collection' && { countedBy: isBlank(fields.countedBy) ? sentences.COUNTED_BY : undefined }),
  }
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined))
}

function amountFault(amount: number): LocalisedText | undefined {
  if (amount <= 0) return sentences.AMOUNT
  return amount > GIFT_MAX ? sentences.AMOUNT_MAX : undefined
}

/** Also for the days on which a bank moves a cheque. */
export function dayFault(day: string, today: string): LocalisedText | undefined {
  if (!isDay(day)) return sentences.NO_DAY
  if (day > today) return sentences.FUTURE_DAY
  return day < FIRST_GIFT_DAY ? sentences.EARLY_DAY : undefined
}

function donorFaults(mode: GiftMode, { donationType, donorId, directionLetter }: GiftFields, sent: GiftChange) {
  const isCorpus = donationType === 'corpus'
  if (mode === 'collection') {
    return {
      donorId: sent.donorId ? sentences.COLLECTION_DONOR : undefined,
      donationType: isCorpus ? sentences.COLLECTION_CORPUS : undefined,
    }
  }
  return {
    donorId: isCorpus && donorId === null ? sentences.CORPUS_DONOR : undefined,
    directionLetter: isCorpus && isBlank(directionLetter) ? sentences.CORPUS_LETTER : undefined,
  }
}

function instrumentFaults(mode: GiftMode, { instrumentNumber, instrumentDate: date }: GiftFields, today: string) {
  const fault = date === null ? undefined : dayFault(date, today)
  return {
    instrumentNumber: isBlank(instrumentNumber) ? sentences.INSTRUMENT_NUMBER[mode] : undefined,
    instrumentDate: date !== null && fault === sentences.FUTURE_DAY ? sentences.postDated(mode, date) : fault,
  }
}

const UPI_MIN = 6
const UPI_MAX = 40

/** The slip of a card machine may have no number. */
function referenceFault(mode: GiftMode, reference: string): LocalisedText | undefined {
  if (mode !== 'card' && isBlank(reference)) return sentences.REFERENCE[mode]
  const isWrong = mode === 'upi' && (reference.length < UPI_MIN || reference.length > UPI_MAX)
  return isWrong ? sentences.UPI_LENGTH : undefined
}

function inKindFaults({ item, quantity, estimatedValue }: GiftFields) {
  const isWrong = estimatedValue !== null && (estimatedValue < 0 || estimatedValue > GIFT_MAX)
  return {
    item: isBlank(item) ? sentences.ITEM : undefined,
    quantity: isBlank(quantity) ? sentences.QUANTITY : undefined,
    estimatedValue: isWrong ? sentences.ESTIMATED_VALUE : undefined,
  }
}
