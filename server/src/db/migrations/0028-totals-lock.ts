import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

/**
 * On PostgreSQL, a transaction that has changed totals keeps others from it until it ends. A
 * transaction that changes them twice, as the second payment of an order does, could otherwise
 * deadlock with another: each would hold a row of the totals that the other needs next. SQLite runs
 * one writing transaction at a time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!engineOf(db).isPostgres) return
  await run(db, [
    `create function lock_donation_totals() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(hashtextextended('sevadesk:donation-totals', 0));
      return null; end $$`,
    // Triggers of a statement run by name: this one before donation_totals_after_….
    `create trigger donation_lock_after_change
      after insert or delete or update of local_day, status, currency, amount, donor_key, deleted_at on donations
      for each statement execute function lock_donation_totals()`,
  ])
}
