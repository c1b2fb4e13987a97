import { ApiError } from '../../api/api-error.ts'
import { type Fields, isRecord, readIds, readInteger, readText } from '../../api/records/fields.ts'

/** A gift to deposit, or of a slip. Texts that are not known are empty. */
export interface DepositGift {
  id: string
  mode: string
  /** Paise. */
  amount: number
  receivedOn: string
  donorName: string
  instrumentNumber: string
  instrumentDate: string
  bank: string
  receiptNumber: string
}

export interface DepositSlip {
  id: string
  depositedOn: string
  slipNumber: string
  bankAccount: string
  count: number
  amount: number
  createdAt: string
  createdBy: string
  /** Empty while the slip holds. */
  cancelledAt: string
}

/** A gift of a slip. `amount` is that with which it was deposited; the fields below are of now. */
export interface SlipGift extends DepositGift {
  currentAmount: number
  isDeleted: boolean
  /** `YYYY-MM-DD`, or empty. */
  clearedOn: string
  bouncedOn: string
  /** False if the slip was cancelled and the gift can be deposited again. */
  isDeposited: boolean
}

export interface DepositSlipDetails extends DepositSlip {
  gifts: SlipGift[]
}

export interface DepositDraft {
  id?: undefined
  /** As typed. */
  depositedOn: string
  slipNumber: string
  bankAccount: string
}

export function readDepositGift(fields: Fields, index: number): DepositGift {
  return {
    id: readIds(fields, index).id,
    mode: readText(fields.mode),
    amount: readInteger(fields.amount) ?? 0,
    receivedOn: readText(fields.receivedOn),
    donorName: readText(fields.donorName),
    instrumentNumber: readText(fields.instrumentNumber),
    instrumentDate: readText(fields.instrumentDate),
    bank: readText(fields.bank),
    receiptNumber: readText(fields.receiptNumber),
  }
}

export function readDepositSlip(fields: Fields, index: number): DepositSlip {
  return {
    id: readIds(fields, index).id,
    depositedOn: readText(fields.depositedOn),
    slipNumber: readText(fields.slipNumber),
    bankAccount: readText(fields.bankAccount),
    count: readInteger(fields.count) ?? 0,
    amount: readInteger(fields.amount) ?? 0,
    createdAt: readText(fields.createdAt),
    createdBy: readText(fields.createdBy),
    cancelledAt: readText(fields.cancelledAt),
  }
}

/** Throws ApiError unless the value is a slip. */
export function readSlipDetails(value: unknown): DepositSlipDetails {
  if (!isRecord(value) || !Array.isArray(value.gifts)) throw new ApiError({ kind: 'bad-response', status: 200 })
  return { ...readDepositSlip(value, 0), gifts: value.gifts.filter(isRecord).map(readSlipGift) }
}

function readSlipGift(fields: Fields, index: number): SlipGift {
  const gift = readDepositGift(fields, index)
  return {
    ...gift,
    currentAmount: readInteger(fields.currentAmount) ?? gift.amount,
    isDeleted: fields.isDeleted === true,
    clearedOn: readText(fields.clearedOn),
    bouncedOn: readText(fields.bouncedOn),
    isDeposited: fields.isDeposited !== false,
  }
}

/** Reads those of the sent gifts that can be deposited from a refusal; undefined for any other error. */
export function readDepositable(error: unknown): DepositGift[] | undefined {
  if (!(error instanceof ApiError) || !isRecord(error.current) || !Array.isArray(error.current.gifts)) return undefined
  return error.current.gifts.filter(isRecord).map(readDepositGift)
}
