import type { Citizenship } from '@sevadesk/contract/donors/donor.ts'
import { FIRST_GIFT_DAY, GIFT_FIELDS, giftFieldsOf, isGiftFieldUsed } from '@sevadesk/contract/gifts/gift-fields.ts'
import { type GiftMode, WITHOUT_RECEIPT } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift, GiftChange } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import type { DonationType } from '@sevadesk/contract/settings/list-entry.ts'
import type { Fields } from '../../../api/records/fields.ts'
import { parseRupees } from '../../../records/rupees.ts'
import { dayOf, sentFields, type TypedFields, typedFields } from '../../../records/typed-fields.ts'

/** Values of `donorId` that are no id: no donor by intent, and the form of a new donor. */
export const ANONYMOUS = 'anonymous'
export const NEW_DONOR = 'new'

/**
 * The form values, as typed. `id` is set while a gift is edited. `donorId` is an id, `ANONYMOUS` or
 * `NEW_DONOR`; empty until one is chosen.
 */
export interface GiftDraft extends TypedFields<typeof GIFT_FIELDS> {
  id?: string | undefined
  mode: GiftMode
  /** What stands in the field of the donor. */
  donorText: string
  newName: string
  newPhone: string
  newPan: string
  newCitizenship: Citizenship
  version?: number | undefined
}

const NO_NEW_DONOR = { newName: '', newPhone: '', newPan: '', newCitizenship: 'unknown' } as const

/** A list entry that a gift names. */
interface Heading {
  purposeId: string
  institutionId: string
  donationType: DonationType
}

export function newGiftDraft(mode: GiftMode, receivedOn: string, heading: Heading): GiftDraft {
  return { mode, ...typedFields(GIFT_FIELDS, { receivedOn, ...heading }), donorText: '', ...NO_NEW_DONOR }
}

export function draftOfGift(gift: Gift): GiftDraft {
  const { _id, mode, donorId, donorName, version } = gift
  return {
    ...typedFields(GIFT_FIELDS, gift),
    ...(mode === 'in_kind' && { amount: '' }),
    ...NO_NEW_DONOR,
    id: _id,
    mode,
    donorId: donorId || (mode === 'collection' ? '' : ANONYMOUS),
    donorText: donorName,
    version,
  }
}

/** The fields that a new gift begins with a value for. Choosing another value there is not yet work to protect. */
export const GIFT_CHOICES = ['mode', 'receivedOn', 'purposeId', 'institutionId', 'donationType'] as const

const UNCOMPARED: readonly string[] = ['id', 'version']

export function isChangedGift(draft: GiftDraft, base: GiftDraft): boolean {
  if (draft.id === undefined) return isTypedGift({ ...draft }, { ...base })
  const keys = Object.keys(draft) as (keyof GiftDraft)[]
  return keys.some((key) => !UNCOMPARED.includes(key) && draft[key] !== base[key])
}

/** Whether more than choices differs from the start of a new gift. */
export function isTypedGift(draft: Fields, start: Fields): boolean {
  const uncompared: readonly string[] = [...UNCOMPARED, ...GIFT_CHOICES]
  return Object.keys(draft).some((key) => !uncompared.includes(key) && draft[key] !== start[key])
}

/** Whether the receipt says something that the draft changes. */
export function changesReceipt(draft: GiftDraft, base: GiftDraft): boolean {
  const { mode } = draft
  const hasOtherAmount =
    isGiftFieldUsed(mode, 'amount') && parseRupees(draft.amount).paise !== parseRupees(base.amount).paise
  return hasOtherAmount || draft.donorId !== base.donorId || dayOf(draft.receivedOn) !== dayOf(base.receivedOn)
}

const BOOK_TEXTS = ['instrumentNumber', 'reference', 'bank', 'item', 'quantity', 'bookNumber', 'leafNumber'] as const

/** Whether the cash book says something that the draft changes. */
export function changesBook(draft: GiftDraft, base: GiftDraft): boolean {
  const isOther = (name: (typeof BOOK_TEXTS)[number]) => draft[name].trim() !== base[name].trim()
  return changesReceipt(draft, base) || BOOK_TEXTS.some((name) => isGiftFieldUsed(draft.mode, name) && isOther(name))
}

export function receivedDay({ receivedOn }: GiftDraft): string {
  return dayOf(receivedOn)
}

/** Whether a gift loses the leaf that was its receipt, and so gets a number. */
export function losesLeaf(draft: GiftDraft, base: GiftDraft): boolean {
  return !WITHOUT_RECEIPT.includes(draft.mode) && base.leafNumber.trim() !== '' && draft.leafNumber.trim() === ''
}

/** The first and the last year in which a gift may have been received. */
export function giftYears(today: string): readonly [number, number] {
  return [Number(FIRST_GIFT_DAY.slice(0, 4)), Number(today.slice(0, 4))]
}

/** The fields that the mode uses, as they are sent. A field that must be valid has been validated. */
export function giftBody(draft: GiftDraft): GiftChange & { receivedOn: string } {
  const { donorId, donationType, directionLetter } = draft
  const sent = {
    ...sentFields(GIFT_FIELDS, draft),
    ...(donorId === ANONYMOUS && { donorId: null }),
    directionLetter: donationType === 'corpus' ? directionLetter : '',
  }
  const used = giftFieldsOf(draft.mode).map((name) => [name, sent[name]])
  return { receivedOn: sent.receivedOn, ...Object.fromEntries(used) }
}
