import type { Kysely } from 'kysely'
import { run } from './engine.ts'

/**
 * The type that a donation's purpose had when it was chosen, so that another type of the purpose leaves
 * earlier donations as they were. Those that exist get today's. Gifts by hand have their own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table donations add column donation_type text',
    `update donations
      set donation_type = (select purposes.donation_type from purposes where purposes.id = purpose_id)
      where purpose_id is not null
        and not exists (select 1 from offline_gifts where donation_id = donations.id)`,
  ])
}
