import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './offline-gift-schemas.ts'

export const addGift = endpoint<typeof schemas.addGift>('POST', '/gifts')
export const getGift = endpoint<typeof schemas.getGift>('GET', '/gifts/:id')
export const updateGift = endpoint<typeof schemas.updateGift>('PUT', '/gifts/:id')
export const moveCheque = endpoint<typeof schemas.moveCheque>('POST', '/gifts/:id/cheque')
export const renewReceipt = endpoint<typeof schemas.renewReceipt>('POST', '/gifts/:id/receipt')
export const undoChequeStep = endpoint<typeof schemas.undoChequeStep>('POST', '/gifts/:id/cheque/undo')

/**
 * How a gift came; the `payment_method` of its donation. `collection`: a hundi, box or counter,
 * without a donor. `in_kind`: goods, which are no part of sums of money.
 */
export const GIFT_MODES = ['cash', 'cheque', 'draft', 'bank_transfer', 'upi', 'card', 'in_kind', 'collection'] as const
export type GiftMode = (typeof GIFT_MODES)[number]

/** Modes whose money is there only when the bank has cleared it. */
export const CLEARED_MODES: readonly GiftMode[] = ['cheque', 'draft']

/** Modes whose gifts never have a receipt of the trust's series. */
export const WITHOUT_RECEIPT: readonly GiftMode[] = ['in_kind', 'collection']

/** What the bank did with a cheque or a draft. */
export const CHEQUE_STEPS = ['deposited', 'cleared', 'bounced'] as const
export type ChequeStep = (typeof CHEQUE_STEPS)[number]

/** Why a receipt is no longer valid. */
export const CANCEL_REASONS = ['corrected', 'bounced', 'deleted', 'disputed'] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]

/** What a receipt says of the donor and staff compare with the donor's record. */
export const RECEIPT_DONOR_FIELDS = ['name', 'pan', 'address'] as const
export type ReceiptDonorField = (typeof RECEIPT_DONOR_FIELDS)[number]

/** Why the receipt of an online gift is outdated. `dispute`: it is valid after a lost dispute, or cancelled after a won one. */
export const OUTDATED_ON_RECEIPT = [...RECEIPT_DONOR_FIELDS, 'dispute'] as const
export type OutdatedOnReceipt = (typeof OUTDATED_ON_RECEIPT)[number]

/** Whether a receipt is valid, or why not. `refunded`: its payment was refunded. */
export const RECEIPT_STATES = ['valid', ...CANCEL_REASONS, 'refunded'] as const
export type ReceiptState = (typeof RECEIPT_STATES)[number]

/**
 * What the person who enters a gift must confirm. `double`: another gift of the donor with this
 * amount and day. `reference`: another gift has this reference, cheque or draft. `cash-limit`: cash
 * of one donor or phone in a day reaches the limit of the settings. `stale-cheque`: the cheque is
 * older than three months. `other-year`: the day of receipt is in an earlier financial year.
 * `anonymous-limit`: with the gift, the anonymous gifts of its financial year exceed the limit of the
 * settings.
 */
export const GIFT_WARNINGS = [
  'double',
  'reference',
  'cash-limit',
  'stale-cheque',
  'other-year',
  'anonymous-limit',
] as const
export type GiftWarning = (typeof GIFT_WARNINGS)[number]
