import type { Citizenship } from '@sevadesk/contract/donors/donor.ts'
import { type GiftField, isGiftFieldUsed } from '@sevadesk/contract/gifts/gift-fields.ts'
import { FIRST_GIFT_DAY, type GiftMode, WITHOUT_RECEIPT } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift, GiftChange } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import type { DonationType } from '@sevadesk/contract/settings/list-entry.ts'
import type { Fields } from '../../../api/records/fields.ts'
import { parseTypedDay, typedDay } from '../../../ui/dates/typed-day.ts'
import { parseRupees, typedRupees } from './rupees.ts'

/** Values of `donorId` that are no id: no donor by intent, and the form of a new donor. */
export const ANONYMOUS = 'anonymous'
export const NEW_DONOR = 'new'

/** The form values, as typed. `id` is set while a gift is edited. */
export interface GiftDraft {
  id?: string | undefined
  mode: GiftMode
  amount: string
  /** dd/mm/yyyy, as `instrumentDate`. */
  receivedOn: string
  /** An id, `ANONYMOUS` or `NEW_DONOR`; empty until one is chosen. */
  donorId: string
  /** What stands in the field of the donor. */
  donorText: string
  newName: string
  newPhone: string
  newPan: string
  newCitizenship: Citizenship
  purposeId: string
  institutionId: string
  donationType: DonationType
  directionLetter: string
  approval: string
  instrumentNumber: string
  instrumentDate: string
  bank: string
  reference: string
  item: string
  quantity: string
  estimatedValue: string
  countedBy: string
  collectedBy: string
  bookNumber: string
  leafNumber: string
  note: string
  version?: number | undefined
}

/** A list entry that a gift names. */
interface Heading {
  purposeId: string
  institutionId: string
  donationType: DonationType
}

export function newGiftDraft(mode: GiftMode, day: string, heading: Heading): GiftDraft {
  return {
    mode,
    amount: '',
    receivedOn: typedDay(day),
    donorId: '',
    donorText: '',
    newName: '',
    newPhone: '',
    newPan: '',
    newCitizenship: 'unknown',
    ...heading,
    directionLetter: '',
    approval: '',
    instrumentNumber: '',
    instrumentDate: '',
    bank: '',
    reference: '',
    item: '',
    quantity: '',
    estimatedValue: '',
    countedBy: '',
    collectedBy: '',
    bookNumber: '',
    leafNumber: '',
    note: '',
  }
}

export function draftOfGift(gift: Gift): GiftDraft {
  const { _id, mode, receivedOn, instrumentDate, amount, estimatedValue, donorId, donorName, version, ...others } = gift
  const {
    status,
    depositedOn,
    depositSlipId,
    clearedOn,
    bouncedOn,
    bounceReason,
    enteredAt,
    enteredBy,
    receipts,
    outdatedOnReceipt,
    booksClosedUpTo,
    purposeId,
    institutionId,
    ...texts
  } = others
  return {
    ...texts,
    purposeId: purposeId ?? '',
    institutionId: institutionId ?? '',
    id: _id,
    mode,
    amount: mode === 'in_kind' ? '' : typedRupees(amount),
    receivedOn: typedDay(receivedOn),
    instrumentDate: typedDay(instrumentDate ?? ''),
    estimatedValue: estimatedValue === null ? '' : typedRupees(estimatedValue),
    donorId: donorId || (mode === 'collection' ? '' : ANONYMOUS),
    donorText: donorName,
    newName: '',
    newPhone: '',
    newPan: '',
    newCitizenship: 'unknown',
    version,
  }
}

/** What a new gift begins with. Choosing another value is no work that could be lost. */
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

/** What a receipt says of a gift. */
export function changesReceipt(draft: GiftDraft, base: GiftDraft): boolean {
  const { mode } = draft
  const hasOtherAmount =
    isGiftFieldUsed(mode, 'amount') && parseRupees(draft.amount).paise !== parseRupees(base.amount).paise
  return hasOtherAmount || draft.donorId !== base.donorId || dayOf(draft.receivedOn) !== dayOf(base.receivedOn)
}

const BOOK_TEXTS = ['instrumentNumber', 'reference', 'bank', 'item', 'quantity', 'bookNumber', 'leafNumber'] as const

/** What the cash book says of a gift. */
export function changesBook(draft: GiftDraft, base: GiftDraft): boolean {
  const isOther = (name: (typeof BOOK_TEXTS)[number]) => draft[name].trim() !== base[name].trim()
  return changesReceipt(draft, base) || BOOK_TEXTS.some((name) => isGiftFieldUsed(draft.mode, name) && isOther(name))
}

/** The day that was typed, `YYYY-MM-DD`; what was typed if it is none. */
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

/** Any year, since what was typed has been validated. */
function dayOf(typed: string): string {
  return parseTypedDay(typed, [0, 9999]).day ?? typed
}

/** The fields that the mode uses, as they are sent. A field that must be valid has been validated. */
export function giftBody(draft: GiftDraft): GiftChange & { receivedOn: string } {
  const { donorId, donationType, receivedOn, instrumentDate, estimatedValue, purposeId, institutionId } = draft
  const all: Required<Pick<GiftChange, GiftField>> & { receivedOn: string } = {
    amount: parseRupees(draft.amount).paise ?? 0,
    receivedOn: dayOf(receivedOn),
    donorId: donorId === ANONYMOUS || donorId === '' ? null : donorId,
    purposeId: purposeId || null,
    institutionId: institutionId || null,
    donationType,
    directionLetter: donationType === 'corpus' ? draft.directionLetter : '',
    approval: draft.approval,
    instrumentNumber: draft.instrumentNumber,
    instrumentDate: instrumentDate.trim() === '' ? null : dayOf(instrumentDate),
    bank: draft.bank,
    reference: draft.reference,
    item: draft.item,
    quantity: draft.quantity,
    estimatedValue: parseRupees(estimatedValue).paise ?? null,
    countedBy: draft.countedBy,
    collectedBy: draft.collectedBy,
    bookNumber: draft.bookNumber,
    leafNumber: draft.leafNumber,
    note: draft.note,
  }
  const used = Object.entries(all).filter(([name]) => isGiftFieldUsed(draft.mode, name as GiftField))
  return { receivedOn: all.receivedOn, ...Object.fromEntries(used) }
}
