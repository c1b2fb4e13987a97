import type { Kysely } from 'kysely'
import { run } from './engine.ts'

/** Adds when a person resolved a held payment. Until now, a report that resolved one counted as much. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table held_payments add column checked_at text',
    'update held_payments set checked_at = resolved_at',
  ])
}
