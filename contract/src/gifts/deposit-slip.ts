import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './deposit-slip-schemas.ts'
import type { GiftMode } from './offline-gift.ts'

export const listGiftsToDeposit = endpoint<typeof schemas.listGiftsToDeposit>('GET', '/deposit-slips/open')
export const listDepositSlips = endpoint<typeof schemas.listDepositSlips>('GET', '/deposit-slips')
export const getDepositSlip = endpoint<typeof schemas.getDepositSlip>('GET', '/deposit-slips/:id')
export const addDepositSlip = endpoint<typeof schemas.addDepositSlip>('POST', '/deposit-slips')
export const cancelDepositSlip = endpoint<typeof schemas.cancelDepositSlip>('POST', '/deposit-slips/:id/cancel')

/** What is carried to the bank. */
export const DEPOSITED_MODES = ['cash', 'cheque', 'draft', 'collection'] as const satisfies readonly GiftMode[]

/**
 * The slip that must be cancelled before the gift can be deleted or its amount corrected, since the sum
 * of the slip says what cash the bank has; null for none.
 */
export function heldBySlip({ mode, depositSlipId }: { mode: GiftMode; depositSlipId: string | null }): string | null {
  return mode === 'cash' || mode === 'collection' ? depositSlipId : null
}

/** Gifts of one slip. */
export const SLIP_GIFTS_MAX = 200

/** In characters. */
export const SLIP_NUMBER_MAX = 40
export const BANK_ACCOUNT_MAX = 100
