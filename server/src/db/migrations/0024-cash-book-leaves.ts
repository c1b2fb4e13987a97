import type { Kysely } from 'kysely'
import { run } from './engine.ts'

/** An entry of a cash book names the leaf of a receipt book. Earlier entries stay as they were printed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `alter table cash_book_entries add column book_number text not null default ''`,
    `alter table cash_book_entries add column leaf_number text not null default ''`,
  ])
}
