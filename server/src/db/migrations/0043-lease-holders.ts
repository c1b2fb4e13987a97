import type { Kysely } from 'kysely'
import { run } from './engine.ts'

/** Adds which server has a lease, so that it can end its own after a crash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table jobs add column leased_by text',
    'alter table periodic_tasks add column leased_by text',
    'alter table pending_files add column leased_by text',
  ])
}
