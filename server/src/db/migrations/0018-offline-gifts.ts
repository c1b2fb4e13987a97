import type { Kysely } from 'kysely'
import { engineOf, makeAppendOnly, run } from './engine.ts'

/**
 * Gifts that are entered by hand, the days' cash books and bank deposits. A donation may now have
 * several receipts, of which all but the last are cancelled; each has a token of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { isPostgres, strict, bigint } = engineOf(db)
  const bytewise = isPostgres ? 'text collate "C"' : 'text'
  await allowSeveralReceipts(db, bytewise)
  await run(db, [
    `create table receipt_cancellations (
      receipt_id text primary key references receipts (id),
      cancelled_at text not null,
      reason text not null check (reason in ('corrected', 'bounced', 'deleted')),
      link_expires_at text
    ) ${strict}`,

    `create table deposit_slips (
      id ${bytewise} primary key,
      deposited_on text not null,
      slip_number text not null,
      bank_account text not null,
      amount ${bigint} not null,
      created_at text not null,
      created_by text not null,
      created_by_id text not null,
      cancelled_at text
    ) ${strict}`,
    'create index deposit_slips_by_day on deposit_slips (deposited_on, id)',

    `create table offline_gifts (
      donation_id ${bytewise} primary key references donations (id),
      mode text not null,
      received_on ${bytewise} not null,
      entered_at text not null,
      entered_by text not null,
      entered_by_id text not null,
      donation_type text not null,
      direction_letter text not null,
      approval text not null,
      instrument_number text not null,
      instrument_date text,
      bank text not null,
      reference text not null,
      deposited_on text,
      is_deposit_implied integer not null default 0,
      cleared_on text,
      bounced_on text,
      bounce_reason text not null,
      deposit_slip_id ${bytewise} references deposit_slips (id),
      item text not null,
      quantity text not null,
      estimated_value ${bigint},
      counted_by text not null,
      collected_by text not null,
      book_number ${bytewise} not null,
      leaf_number ${bytewise} not null,
      leaf_key ${bytewise} not null default '',
      note text not null,
      version integer not null default 1
    ) ${strict}`,
    `create index offline_gifts_by_leaf on offline_gifts (leaf_key) where leaf_key <> ''`,
    'create index offline_gifts_by_day on offline_gifts (received_on, donation_id)',
    'create index offline_gifts_by_slip on offline_gifts (deposit_slip_id) where deposit_slip_id is not null',
    `create index offline_gifts_to_deposit on offline_gifts (received_on, donation_id)
      where deposited_on is null and mode in ('cash', 'cheque', 'draft', 'collection')`,

    `create table cash_book_entries (
      id ${bytewise} primary key,
      day ${bytewise} not null,
      donation_id ${bytewise} not null references donations (id),
      kind text not null,
      mode text not null,
      amount ${bigint} not null,
      received_on ${bytewise} not null,
      donor_name text not null,
      receipt_number text not null,
      reference text not null,
      bank text not null,
      item text not null,
      quantity text not null,
      entered_at ${bytewise} not null,
      entered_by text not null,
      entered_by_id text not null
    ) ${strict}`,
    'create index cash_book_entries_by_day on cash_book_entries (day, entered_at, id)',
    'create index cash_book_entries_by_donation on cash_book_entries (donation_id)',

    `create table cash_book_closings (
      day ${bytewise} primary key,
      closed_at text not null,
      closed_by text not null,
      closed_by_id text not null
    ) ${strict}`,
  ])
  await makeAppendOnly(db, 'receipt_cancellations', [['receipt_id']])
  await makeAppendOnly(db, 'cash_book_entries', [['id']])
  await makeAppendOnly(db, 'cash_book_closings', [['day']])
}

/** SQLite cannot drop a unique constraint, so the table is made anew. Nothing refers to it. */
async function allowSeveralReceipts(db: Kysely<unknown>, bytewise: string): Promise<void> {
  const { isPostgres, strict } = engineOf(db)
  if (isPostgres) {
    await run(db, ['drop trigger receipts_append_only on receipts', 'drop function refuse_change_of_receipts()'])
  }
  const columns = 'id, donation_id, series, number, issued_at, snapshot, settings_hash'
  await run(db, [
    'alter table receipts rename to earlier_receipts',
    `create table receipts (
      id text primary key,
      donation_id ${bytewise} not null references donations (id),
      token ${bytewise} unique,
      series text not null references receipt_series (series),
      number integer not null check (number > 0),
      issued_at text not null,
      snapshot text not null,
      settings_hash text not null references receipt_settings (hash),
      unique (series, number)
    ) ${strict}`,
    `insert into receipts (${columns}, token)
      select ${columns}, (select receipt_token from donations where donations.id = donation_id) from earlier_receipts`,
    'drop table earlier_receipts',
    'create index receipts_by_donation on receipts (donation_id)',
  ])
  await makeAppendOnly(db, 'receipts', [['id'], ['token'], ['series', 'number']])
}
