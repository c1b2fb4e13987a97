import type { Generated, GeneratedAlways, Kysely } from 'kysely'

/**
 * Tables as types. Times are UTC ISO 8601 with milliseconds, ids 24 hex characters, amounts integer
 * paise.
 */
export interface Tables {
  admins: {
    id: string
    username: string
    /** The name normalised for comparison; unique. */
    username_key: string
    email: string
    role: 'admin' | 'superadmin'
    /** A JSON list of section keys. */
    sections: string
    password_hash: string
    /** 1 until a generated password is changed. */
    must_change_password: 0 | 1
    /** The panel's language; null until the user chooses one. */
    language: 'en' | 'hi' | null
    created_at: string
    updated_at: string
  }
  sessions: {
    /** The public id of the session, never the secret. */
    id: string
    /** SHA-256 of the token, hex; the token itself is not stored. */
    token_hash: string
    admin_id: string
    user_agent: string
    ip: string
    created_at: string
    last_seen_at: string
    expires_at: string
    revoked_at: string | null
  }
  /** Attempts that count against a rate limit until they expire. One attempt has a row per key. */
  rate_limit_attempts: { attempt_id: string; key: string; expires_at: string }
  /** Keys that the server signs with: 32 random bytes, base64url. */
  server_keys: { name: 'device-mark'; value: string }
  photos: {
    id: string
    section_name: string
    title: string
    description: string
    /** The address in responses: `/media/…`. */
    path: string
    created_at: string
  }
  events: {
    id: string
    title: string
    description: string
    image_path: string | null
    /** A day as `YYYY-MM-DD`, or a UTC ISO time; null if unknown. */
    starts_at: string | null
    ends_at: string | null
    venue: string
    created_at: string
  }
  home_videos: {
    id: string
    title: string
    description: string
    path: string
    /** A frame of the video; null if the browser could not make one. */
    poster_path: string | null
    created_at: string
  }
  donations: {
    /** Auto-incremented; part of the rowid of SQLite's full-text table. */
    n: Generated<number>
    id: string
    donor_name: string | null
    donor_email: string | null
    donor_phone: string | null
    donor_address: string | null
    donor_pan: string | null
    /** Paise. */
    amount: number
    currency: string
    purpose: string | null
    status: string | null
    order_id: string | null
    payment_id: string | null
    /** Razorpay's name: `upi`, `card`, `netbanking` … */
    payment_method: string | null
    /** The time of the capture; null before it. */
    captured_at: string | null
    /** Refunded paise so far; null for none. */
    refunded_amount: number | null
    /** The payment of the latest open row of `held_payments`; null for none. */
    held_payment_id: string | null
    /** This column and the next two are set with the row in `receipts` and never change. */
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
    updated_at: string
    deleted_at: string | null
  }
  /** Triggers maintain this table and the next three: see decision 19. */
  donation_totals: {
    unit: 'day' | 'month'
    /** `2026-11-21` or `2026-11`, in the trust's time zone. */
    period: string
    /** Empty for a missing status. */
    status: string
    currency: string
    count: number
    /** Paise. */
    amount: number
  }
  /** The sums of all months; a view on PostgreSQL. */
  donation_grand_totals: Pick<Tables['donation_totals'], 'status' | 'currency' | 'count' | 'amount'>
  donation_donors: { donor_key: string; donations: number }
  /** One row: the time zone of every `local_day`, and the number of donors. */
  donation_totals_state: { id: number; time_zone: string | null; donors: number }
  /** One row per receipt, never changed and never deleted. */
  receipts: {
    id: string
    donation_id: string
    /** The financial year of the capture in the trust's zone, such as `2026-27`. */
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
  /** The audit log: who did what to important records, and when. Triggers allow only inserts. */
  audit: {
    id: string
    at: string
    /** Null if the server itself acted, such as after a webhook of Razorpay. */
    admin_id: string | null
    admin_username: string | null
    /** Such as `donation.deleted`. */
    action: string
    subject_id: string
    /** JSON. */
    details: string
  }
  /** Webhook events of Razorpay that were handled, so that a repeated event is ignored. */
  payment_events: { id: string; donation_id: string; kind: string; received_at: string }
  /** Payments reported but not yet captured, and when last. A captured payment has no row. */
  uncaptured_payments: { id: string; donation_id: string; seen_at: string }
  /** Orders at Razorpay that may still be paid: see decision 36. */
  open_orders: {
    order_id: string
    ordered_at: string
    /** Razorpay is not asked before this time. */
    due_at: string
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
    /** A `HoldReason`; this column and the next two are null for what was never held. */
    reason: string | null
    /** Paise, as Razorpay reported it. */
    amount: number | null
    currency: string | null
  }
  messages: { id: string; name: string; email: string; subject: string; message: string; created_at: string }
  /** Sizes of the pictures of photos, events and posters. */
  pictures: {
    /** As in `photos.path` or `events.image_path`. */
    path: string
    /** Pixels. */
    width: number
    height: number
    /** A JSON list of the widths of the smaller versions that exist. */
    widths: string
  }
  /** Jobs that are not finished: see decision 12. */
  jobs: {
    id: string
    kind: string
    /** Such as a stored path; unique per kind. */
    subject: string
    attempts: number
    /** The job does not run before this time. */
    due_at: string
    created_at: string
    /** Set when the job was given up, until it is retried. */
    failed_at: string | null
  }
  /** Idempotency keys of the last day's calls, so that none creates twice: see decision 38. */
  idempotency_keys: {
    /** The id of an admin, or `visitor`. */
    caller: string
    /** SHA-256 of the client's key; unique per caller. */
    key: string
    /** Method and path. */
    call: string
    /** Identifies a JSON body; empty for a form. */
    content: string
    /** As JSON. */
    response: string
    created_at: string
  }
  /** Files that are being added or deleted: see decision 5. */
  pending_files: { path: string; state: 'adding' | 'deleting'; created_at: string }
}

/** Transactions have this type too, so store functions work with and without a transaction. */
export type Db = Kysely<Tables>
