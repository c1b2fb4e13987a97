import type { Kysely } from 'kysely'
import { engineOf, run } from '../engine.ts'

/** The largest integer that a JavaScript number holds exactly. */
const MAX_PAISE = Number.MAX_SAFE_INTEGER

/** The rowid of SQLite's full-text table, which sorts by day: see `donation-full-text-store.ts`. */
const SEARCH_KEY = `search_key integer generated always as (
        coalesce(unixepoch(local_day), 0) / 86400 * 1073741824 + n * 8
        + case lower(status) when 'authorized' then 1 when 'captured' then 1 when 'pending' then 2 when 'failed' then 3 else 0 end
      ) virtual,`

export async function createDonationTables(db: Kysely<unknown>): Promise<void> {
  const { isPostgres, strict, bigint, counter } = engineOf(db)
  // Lists sort and filter by these columns; the collation of a language would be slower.
  const bytewise = isPostgres ? 'text collate "C"' : 'text'
  const generated = isPostgres ? 'stored' : 'virtual'
  const lower = (column: string) => `lower(coalesce(${column}, '')${isPostgres ? ' collate "C"' : ''})`
  await run(db, [
    // No CHECK on status: the specification allows unknown and missing statuses.
    `create table donations (
      n ${counter},
      id ${bytewise} not null unique,
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
      local_day ${bytewise} not null,
      donor_key ${bytewise},
      search_donor text not null,
      search_purpose text not null,
      search_reference text generated always as (
        ${lower('payment_id')} || '\n' || ${lower('receipt_number')}
      ) ${generated},
      ${isPostgres ? '' : SEARCH_KEY}
      created_at ${bytewise} not null,
      updated_at text not null,
      deleted_at text
    ) ${strict}`,
    'create index donations_by_day on donations (local_day, created_at, id) where deleted_at is null',
    `create index donations_by_status on donations (
      (case lower(status) when 'captured' then 'authorized' else lower(status) end), local_day, created_at, id
    ) where deleted_at is null`,
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
      resolved_at text,
      primary key (payment_id, donation_id),
      check (held_at is not null or resolved_at is not null)
    ) ${strict}`,
    'create index held_payments_by_donation on held_payments (donation_id)',
  ])
}
