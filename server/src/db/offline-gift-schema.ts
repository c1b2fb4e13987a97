import type { CancelReason, GiftMode } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { DonationType } from '@sevadesk/contract/settings/list-entry.ts'
import type { Generated } from 'kysely'

/** Tables of gifts that were entered by hand: see decision 54. A part of `Tables`. Days are `YYYY-MM-DD`. */
export interface OfflineGiftTables {
  /** What a gift that was entered by hand has beyond its donation. */
  offline_gifts: {
    donation_id: string
    mode: GiftMode
    /** The day of receipt, in the trust's time zone. */
    received_on: string
    entered_at: string
    /** Username of who entered it, at that time. */
    entered_by: string
    entered_by_id: string
    donation_type: DonationType
    /** Date or number of the letter in which the donor directs a gift to the corpus. */
    direction_letter: string
    /** The approval under which the gift was taken. */
    approval: string
    /** Of a cheque or a draft. */
    instrument_number: string
    instrument_date: string | null
    bank: string
    /** Of a bank transfer, a UPI payment or a card machine. */
    reference: string
    deposited_on: string | null
    /** 1 if no deposit was recorded before the cheque was cleared or bounced, on the day of `deposited_on`. */
    is_deposit_implied: Generated<number>
    cleared_on: string | null
    bounced_on: string | null
    bounce_reason: string
    deposit_slip_id: string | null
    /** What was given in kind, and how much of it. */
    item: string
    quantity: string
    /** Paise; no part of any sum of money. */
    estimated_value: number | null
    /** Who counted a collection. */
    counted_by: string
    collected_by: string
    /** Of a pre-printed receipt book; together used once by gifts that are not deleted. */
    book_number: string
    leaf_number: string
    /** Equal for all spellings of the two; empty without a leaf. */
    leaf_key: string
    note: string
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
