import type { DepositGift } from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import { ApiError } from '../../api/api-error.ts'

export interface DepositDraft {
  id?: undefined
  /** As typed. */
  depositedOn: string
  slipNumber: string
  bankAccount: string
}

/** Returns the sent gifts that can be deposited, from a refusal; undefined for any other error. */
export function depositableGifts(error: unknown): DepositGift[] | undefined {
  return error instanceof ApiError ? (error.current as { gifts?: DepositGift[] } | undefined)?.gifts : undefined
}
