import type { Kysely } from 'kysely'
import { engineOf, makeAppendOnly, run } from '../engine.ts'

export async function createReceiptTables(db: Kysely<unknown>): Promise<void> {
  const { strict, isPostgres } = engineOf(db)
  // Same collation as donations.id, else PostgreSQL cannot use its index for the join.
  const donationId = isPostgres ? 'text collate "C"' : 'text'
  await run(db, [
    `create table receipt_settings (
      hash text primary key,
      settings text not null
    ) ${strict}`,

    `create table receipt_series (
      series text primary key,
      last_number integer not null check (last_number > 0)
    ) ${strict}`,

    `create table receipts (
      id text primary key,
      donation_id ${donationId} not null unique references donations (id),
      series text not null references receipt_series (series),
      number integer not null check (number > 0),
      issued_at text not null,
      snapshot text not null,
      settings_hash text not null references receipt_settings (hash),
      unique (series, number)
    ) ${strict}`,
  ])
  await makeAppendOnly(db, 'receipts', [['id'], ['donation_id'], ['series', 'number']])
  await makeAppendOnly(db, 'receipt_settings', [['hash']])
}
