import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

/** The largest integer that a JavaScript number holds exactly. */
const MAX_PAISE = Number.MAX_SAFE_INTEGER

export async function createDonationTables(db: Kysely<unknown>): Promise<void> {
  const { strict, bigint, counter } = engineOf(db)
  await run(db, [
    // No CHECK on status: the specification knows unknown and missing ones.
    `create table donations (
      n ${counter},
      id text not null unique,
      donor_name text,
      donor_email text,
      donor_phone text,
      donor_address text,
      donor_pan text,
      amount ${bigint} not null check (amount between 0 and ${MAX_PAISE}),
      currency text not null,
      purpose text,
      status text,
      order_id text unique,
      payment_id text unique,
      payment_method text,
      captured_at text,
      refunded_amount ${bigint} check (refunded_amount between 0 and ${MAX_PAISE}),
      held_payment_id text,
      receipt_token text unique,
      receipt_expires_at text,
      receipt_number text,
      search_donor text,
      search_purpose text,
      donor_key text,
      created_at text not null,
      updated_at text not null,
      deleted_at text
    ) ${strict}`,
    // Holds all columns that sums are made of, so that sums read the index alone.
    `create index donations_by_time on donations (created_at, id, status, amount, currency) where deleted_at is null`,
    'create index donations_by_status on donations (lower(status), created_at, id) where deleted_at is null',
    'create index donations_by_donor on donations (donor_key) where deleted_at is null',
    'create index donations_deleted on donations (deleted_at, id) where deleted_at is not null',

    `create table payment_events (
      id text primary key,
      donation_id text not null references donations (id),
      kind text not null,
      received_at text not null
    ) ${strict}`,

    `create table uncaptured_payments (
      id text primary key,
      donation_id text not null references donations (id),
      seen_at text not null
    ) ${strict}`,

    `create table held_payments (
      payment_id text not null,
      donation_id text not null references donations (id),
      status text not null,
      held_at text,
      settled_at text,
      primary key (payment_id, donation_id),
      check (held_at is not null or settled_at is not null)
    ) ${strict}`,
    'create index held_payments_by_donation on held_payments (donation_id)',
  ])
}
