import type { GiftFields } from '@sevadesk/contract/gifts/gift-fields.ts'
import type { CancelReason, GiftMode } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Generated } from 'kysely'
import type { Columns } from './columns.ts'

/** The fields that are columns of the gift's donation. */
type FieldOfDonation = 'amount' | 'donorId' | 'purposeId' | 'institutionId'

/** Tables of gifts that were entered by hand: see decision 54. A part of `Tables`. Days are `YYYY-MM-DD`. */
export interface OfflineGiftTables {
  /** What a gift that was entered by hand has beyond its donation. */
  offline_gifts: Columns<Omit<GiftFields, FieldOfDonation>> & {
    donation_id: string
    mode: GiftMode
    entered_at: string
    /** Username of who entered it, at that time. */
    entered_by: string
    entered_by_id: string
    deposited_on: string | null
    /** 1 if no deposit was recorded before the cheque was cleared or bounced, on the day of `deposited_on`. */
    is_deposit_implied: Generated<number>
    cleared_on: string | null
    bounced_on: string | null
    bounce_reason: string
    deposit_slip_id: string | null
    /** Equal for all spellings of the book and the leaf; empty without a leaf. */
    leaf_key: string
    /** Equal for all spellings of the reference, or of the cheque's number and bank; empty without one. */
    reference_key: string
    /** Counts the changes; 1 when new. */
    version: number
  }
  /** Receipts that hold no longer. A row never changes. */
  receipt_cancellations: {
    receipt_id: string
    cancelled_at: string
    reason: CancelReason
    /** The receipt's own; that of the donation is later once another receipt is issued. */
    link_expires_at: string | null
  }
  /** The days' cash books. A row never changes: a correction is a further row. */
  cash_book_entries: {
    id: string
    /** The day whose book has the entry. */
    day: string
    donation_id: string
    kind: 'gift' | 'reversal' | 'correction' | 'bounce' | 'deletion' | 'restoration'
    mode: GiftMode
    /** Paise; negative if it takes back. */
    amount: number
    /** From here on, what the gift was at that time: the day of its receipt. */
    received_on: string
    /** Empty for an anonymous gift. */
    donor_name: string
    receipt_number: string
    /** Leaf of a pre-printed receipt book. Earlier entries name no leaf. */
    book_number: string
    leaf_number: string
    /** Number of the cheque or draft, or the bank's reference. */
    reference: string
    bank: string
    item: string
    quantity: string
    entered_at: string
    entered_by: string
    entered_by_id: string
  }
  /** Books that were closed and signed. A day up to the latest one is closed. */
  cash_book_closings: {
    day: string
    closed_at: string
    closed_by: string
    closed_by_id: string
  }
  deposit_slips: {
    id: string
    deposited_on: string
    /** The number of the bank's slip; may be empty. */
    slip_number: string
    bank_account: string
    /** Paise, of its gifts at that time. */
    amount: number
    created_at: string
    created_by: string
    created_by_id: string
    /** Set if the slip was a mistake; its gifts are open again. */
    cancelled_at: string | null
  }
}

/** A part of `Tables`. The slips themselves are in `OfflineGiftTables`. */
export interface DepositSlipTables {
  /** The gifts of a slip as they were deposited. A row never changes. */
  deposit_slip_gifts: {
    slip_id: string
    donation_id: string
    mode: GiftMode
    /** Paise. */
    amount: number
  }
}
