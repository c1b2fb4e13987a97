import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

/** When Razorpay paid each payment to the bank, and up to which day its settlements were read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table donations add column settlement_id text',
    'alter table donations add column settlement_utr text',
    'alter table donations add column settled_at text',
    `create table settlement_reads (
      id integer primary key check (id = 1),
      read_until text not null
    ) ${engineOf(db).strict}`,
  ])
}
