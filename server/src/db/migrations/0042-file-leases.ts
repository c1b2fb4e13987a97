import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

/** Adds a lease, so that no other server deletes a file that is being added. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [`alter table pending_files add column leased_until_ms ${engineOf(db).bigint}`])
}
