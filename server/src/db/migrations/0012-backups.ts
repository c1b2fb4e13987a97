import type { Kysely } from 'kysely'
import { engineOf, makeAppendOnly, run } from './engine.ts'

/** Backups and restores of this database, and receipt numbers that were lost with a database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { strict, bigint } = engineOf(db)
  await run(db, [
    `create table backups (
      id text primary key,
      kind text not null check (kind in ('manual', 'daily', 'restore')),
      file text not null,
      started_at text not null,
      alive_until text not null,
      ended_at text,
      bytes ${bigint},
      error text
    ) ${strict}`,
    'create index backups_by_start on backups (started_at)',

    `create table void_receipts (
      series text not null references receipt_series (series),
      number integer not null check (number > 0),
      voided_at text not null,
      primary key (series, number)
    ) ${strict}`,
  ])
  await makeAppendOnly(db, 'void_receipts', [['series', 'number']])
}
