import type { Kysely } from 'kysely'
import { run } from './engine.ts'

/**
 * Adds the index that sums what each donor gave, without reading the donations themselves. SQLite reads
 * an index alone only without generated columns, so it has those that `received_at` is made of.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `create index donations_by_donor_sums on donations
      (donor_id, created_at, captured_at, payment_id, amount, lost_at, lost_amount, status, deleted_at) where donor_id is not null`,
  ])
}
