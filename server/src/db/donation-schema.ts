import type { DonationType } from '@sevadesk/contract/settings/list-entry.ts'
import type { Generated, GeneratedAlways } from 'kysely'

/** Tables of donations, receipts and payments. A part of `Tables`. */
export interface DonationTables {
  donations: {
    /** Auto-incremented; part of the rowid of SQLite's full-text table. */
    n: Generated<number>
    id: string
    donor_name: string | null
    donor_email: string | null
    donor_phone: string | null
    donor_address: string | null
    donor_pan: string | null
    /** As the donor stated it on the public form; null if not asked. */
    donor_citizenship: 'indian' | 'foreign' | null
    /** Paise. */
    amount: number
    currency: string
    /** Free text, as the donor sent it. */
    purpose: string | null
    /** The entry of the list that the text means; null for none. */
    purpose_id: string | null
    institution_id: string | null
    /** The type of the purpose when it was chosen; null without one, and of a gift by hand, which has its own. */
    donation_type: DonationType | null
    status: string | null
    order_id: string | null
    payment_id: string | null
    /** Razorpay's name: `upi`, `card`, `netbanking` … */
    payment_method: string | null
    /** The time of the capture; null before it. */
    captured_at: string | null
    /** Refunded paise so far; null for none. */
    refunded_amount: number | null
    /** Paise that lost disputes took back, and when the last one was lost; null for none. */
    lost_amount: number | null
    lost_at: string | null
    /** What Razorpay kept of the payment, in paise, tax included; null where it is not known. */
    fee: number | null
    /** The tax in `fee`. */
    fee_tax: number | null
    /** The settlement with which Razorpay paid the payment to the bank; null until it is reported. */
    settlement_id: string | null
    /** The bank's reference of the settlement; null where it is not known. */
    settlement_utr: string | null
    settled_at: string | null
    /** The payment of the latest open row of `held_payments`; null for none. */
    held_payment_id: string | null
    /**
     * This column and the next two are set with the row in `receipts`. They change only when another
     * receipt of the donation replaces a cancelled one; the token is null while the last one is cancelled.
     */
    receipt_token: string | null
    receipt_expires_at: string | null
    receipt_number: string | null
    /**
     * The day of `created_at` in the trust's time zone. This column and the next three come from
     * `derivedDonationColumns`.
     */
    local_day: string
    /** The same for all donations of a donor; null if the donor is unknown. */
    donor_key: string | null
    /** Normalised texts that a search reads. */
    search_donor: string
    search_purpose: string
    /** Payment id and receipt number. */
    search_reference: GeneratedAlways<string>
    created_at: string
    /** The capture of a payment; the receipt of a gift that was entered by hand (reading D19). */
    received_at: GeneratedAlways<string>
    updated_at: string
    deleted_at: string | null
    /** Username of who deleted it, at that time. */
    deleted_by: string | null
    /** Account of who deleted it: a username may belong to another account later. */
    deleted_by_id: string | null
    /** Null for an anonymous gift, and until money was received. */
    donor_id: string | null
    /** `statusRank` of the contract. */
    status_rank: GeneratedAlways<number>
    /** `payment_method` in lower case; empty for none. */
    mode_key: GeneratedAlways<string>
    /** What the list sorts by for its donor: `sortKeyOf` of the contract. */
    donor_sort_key: GeneratedAlways<string>
  }
  /** One row: the time zone of every `local_day`; null in a new database. */
  local_days: { id: number; time_zone: string | null }
  /** One row per receipt, never changed and never deleted. */
  receipts: {
    id: string
    donation_id: string
    /** Gives access to the receipt. Null in rows whose donation had none. */
    token: string | null
    /**
     * The financial year of the capture in the trust's zone, such as `2026-27`; of a gift that was
     * entered by hand, of the day of receipt.
     */
    series: string
    /** 1, 2, 3 … without a gap within the series. */
    number: number
    issued_at: string
    /** What the receipt prints about the donation, as JSON. */
    snapshot: string
    /** The trust's details and wordings at `issued_at`: a row of `receipt_settings`. */
    settings_hash: string
  }
  /** Each version of the trust's details that a receipt was issued with, pictures included. */
  receipt_settings: { hash: string; settings: string }
  /** The last number of each series; changed only in the transaction that issues a receipt. */
  receipt_series: { series: string; last_number: number }
  /** Numbers that a restore skipped, because the lost database had issued them. Append-only. */
  void_receipts: { series: string; number: number; voided_at: string }
  /** Webhook events of Razorpay that were handled, so that a repeated event is ignored. */
  payment_events: { id: string; donation_id: string; kind: string; received_at: string }
  /** Payments reported but not yet captured, and when last. A captured payment has no row. */
  uncaptured_payments: { id: string; donation_id: string; seen_at: string }
  /** Orders at Razorpay that may still be paid: see decision 21. */
  open_orders: {
    order_id: string
    ordered_at: string
    /** Razorpay is not asked before this time. */
    due_at: string
  }
  /** One row, once settlements were read: the last day whose settlements were read, `2026-11-21`. */
  settlement_reads: { id: number; read_until: string }
  /** Refunds (`excess`: larger than the payment) and disputes, each in its latest state. Amounts are paise. */
  payment_returns: {
    /** Razorpay's id of the refund or the dispute. */
    id: string
    payment_id: string
    status: 'excess' | 'processed' | 'failed' | 'open' | 'closed' | 'won' | 'lost'
    amount: number
    reported_at: string
  }
  /** Payments that were not recorded because a person must check them. */
  held_payments: {
    payment_id: string
    donation_id: string
    /** The most advanced `PaymentStatus` that was reported. */
    status: string
    /** Null if the payment was refunded or cancelled before it was held. */
    held_at: string | null
    /** When the payment was refunded, cancelled or recorded; null while it is open. */
    resolved_at: string | null
    /** When a person resolved it. A refund that failed before does not open it again. */
    checked_at: string | null
    /** A `HoldReason`; this column and the next two are null for what was never held. */
    reason: string | null
    /** Paise, as Razorpay reported it. */
    amount: number | null
    currency: string | null
  }
}

/** The columns of donations that the database itself fills. */
export type GeneratedDonationColumn =
  | 'n'
  | 'search_reference'
  | 'received_at'
  | 'status_rank'
  | 'mode_key'
  | 'donor_sort_key'
