import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

/**
 * When the money of a donation was received, and the indexes of filters and groups by purpose,
 * institution, mode and collector. Keys equal those of `donation-conditions-store.ts` and
 * `donation-fields-store.ts`. They contain what counts and sums read, so that SQLite does not read
 * the donations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { isPostgres } = engineOf(db)
  // Gifts that were entered by hand have no payment: their day of receipt is `created_at`.
  const received = `case when payment_id is null then created_at else coalesce(captured_at, created_at) end`
  const fields = `local_day, created_at, id, ${STATUS_KEY}, received_at, currency, amount`
  await run(db, [
    isPostgres
      ? `alter table donations add column received_at text collate "C" not null
          generated always as ((${received.replace('coalesce(captured_at', 'coalesce(captured_at collate "C"')}) collate "C") stored`
      : `alter table donations add column received_at text not null generated always as (${received}) virtual`,
    `create index donations_by_received on donations (
      received_at, id, ${STATUS_KEY}, ${MODE_KEY}, purpose_id, institution_id, currency, amount, local_day
    ) where deleted_at is null`,
    `create index donations_in_purpose on donations (purpose_id, ${fields}, ${MODE_KEY}) where deleted_at is null`,
    `create index donations_in_institution on donations (institution_id, ${fields}, ${MODE_KEY}) where deleted_at is null`,
    `create index donations_in_mode on donations (${MODE_KEY}, ${fields}) where deleted_at is null`,
    'create index offline_gifts_by_collector on offline_gifts (collected_by, donation_id)',
  ])
}

const STATUS_KEY = "(case lower(status) when 'captured' then 'authorized' else lower(status) end)"
const MODE_KEY = "(lower(coalesce(payment_method, '')))"
