import type { Kysely } from 'kysely'
import { run } from './engine.ts'

/** The citizenship that donors state on the public form, and an index that finds gifts by their PAN. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table donations add column donor_citizenship text',
    // As donations_by_given_pan: longer texts do not fit into an index of PostgreSQL.
    'create index donations_by_pan on donations (donor_pan, donor_id) where length(donor_pan) <= 40 and deleted_at is null',
  ])
}
