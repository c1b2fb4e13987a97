import {
  CANCEL_REASONS,
  type CancelReason,
  GIFT_MODES,
  type GiftMode,
  RECEIPT_DONOR_FIELDS,
  type ReceiptDonorField,
} from '@sevadesk/contract/gifts/offline-gift.ts'
import { DONATION_TYPES, type DonationType } from '@sevadesk/contract/settings/list-entry.ts'
import { ApiError } from '../../../api/api-error.ts'
import {
  type Fields,
  readInteger,
  readRecord,
  readText,
  readTexts,
  readTimestamp,
  readVersion,
} from '../../../api/records/fields.ts'

/** A gift that was entered by hand, read from a backend's record. Missing texts are empty. */
export interface Gift {
  id: string
  mode: GiftMode
  /** Integer paise; 0 for a gift in kind. */
  amount: number
  status: string
  /** `YYYY-MM-DD`, as the other days; empty if there is none. */
  receivedOn: string
  /** Empty: anonymous. */
  donorId: string
  donorName: string
  purposeId: string
  institutionId: string
  donationType: DonationType
  directionLetter: string
  approval: string
  instrumentNumber: string
  instrumentDate: string
  bank: string
  reference: string
  depositedOn: string
  /** Of the slip with which it was taken to the bank; or empty. */
  depositSlipId: string
  clearedOn: string
  bouncedOn: string
  bounceReason: string
  item: string
  quantity: string
  /** Integer paise. */
  estimatedValue: number | undefined
  countedBy: string
  collectedBy: string
  bookNumber: string
  leafNumber: string
  note: string
  enteredAt: string
  enteredBy: string
  /** The oldest first. */
  receipts: Receipt[]
  /** What the donor's record says otherwise than the receipt that holds. */
  outdatedOnReceipt: ReceiptDonorField[]
  /** The latest day whose cash book is closed, as all before it. */
  booksClosedUpTo: string
  /** The day whose cash book has the correction that was just saved. */
  bookedOn: string
  version: number | undefined
}

export interface Receipt {
  number: string
  token: string
  /** Empty while the receipt holds. */
  cancelledAt: string
  reason: CancelReason | undefined
}

/** Throws ApiError if the response has no gift. */
export function readGift(response: unknown): Gift {
  const gift = readGiftRecord(readRecord(response).data)
  if (!gift) throw new ApiError({ kind: 'bad-response', status: 200 })
  return gift
}

/** `undefined` if the record is no gift. */
export function readGiftRecord(record: unknown): Gift | undefined {
  const fields = readRecord(record)
  const mode = GIFT_MODES.find((each) => each === fields.mode)
  const id = readText(fields._id)
  if (!mode || id === '') return undefined
  return {
    id,
    mode,
    amount: readInteger(fields.amount) ?? 0,
    donationType: DONATION_TYPES.find((each) => each === fields.donationType) ?? 'general',
    estimatedValue: readInteger(fields.estimatedValue),
    enteredAt: readTimestamp(fields.enteredAt),
    receipts: Array.isArray(fields.receipts) ? fields.receipts.map(readReceipt) : [],
    outdatedOnReceipt: RECEIPT_DONOR_FIELDS.filter((field) => readTexts(fields.outdatedOnReceipt).includes(field)),
    version: readVersion(fields.version),
    ...readTextFields(fields),
  }
}

const TEXTS = [
  ...(['status', 'receivedOn', 'donorId', 'donorName', 'purposeId', 'institutionId', 'directionLetter'] as const),
  ...(['approval', 'instrumentNumber', 'instrumentDate', 'bank', 'reference', 'depositedOn', 'clearedOn'] as const),
  ...(['bouncedOn', 'bounceReason', 'item', 'quantity', 'countedBy', 'collectedBy', 'bookNumber'] as const),
  ...(['leafNumber', 'note', 'enteredBy', 'depositSlipId', 'booksClosedUpTo', 'bookedOn'] as const),
]

function readTextFields(fields: Fields) {
  return Object.fromEntries(TEXTS.map((name) => [name, readText(fields[name])])) as Record<
    (typeof TEXTS)[number],
    string
  >
}

function readReceipt(record: unknown): Receipt {
  const { number, token, cancelledAt, reason } = readRecord(record)
  return {
    number: readText(number),
    token: readText(token),
    cancelledAt: readTimestamp(cancelledAt),
    reason: CANCEL_REASONS.find((each) => each === reason),
  }
}

/** The receipt that holds. */
export function currentReceipt({ receipts }: Gift): Receipt | undefined {
  return receipts.findLast(({ cancelledAt }) => cancelledAt === '')
}
