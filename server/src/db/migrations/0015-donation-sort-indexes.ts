import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

/**
 * Indexes of the list of donations sorted by amount, donor or status. Their keys equal those of
 * `donation-sort-store.ts`, else the databases would not use them. Two contain the key of the status
 * filter, so that SQLite filters without reading the donations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { isPostgres } = engineOf(db)
  const donor = `(case when coalesce(donor_name, '') = '' then '\u{10ffff}' else substr(search_donor, 1, 100) end)`
  const ties = 'local_day, created_at, id'
  // PostgreSQL reads row numbers from the index alone only if the index includes them.
  const ending = `${isPostgres ? 'include (n) ' : ''}where deleted_at is null`
  await run(db, [
    `create index donations_by_amount on donations (amount, ${ties}, ${STATUS_KEY}) ${ending}`,
    `create index donations_by_donor on donations (
      ${isPostgres ? `(${donor} collate "C")` : donor}, ${ties}, ${STATUS_KEY}
    ) ${ending}`,
    `create index donations_by_success on donations (${SUCCESS_RANK}, ${ties}) ${ending}`,
  ])
}

const STATUS_KEY = "(case lower(status) when 'captured' then 'authorized' else lower(status) end)"
const SUCCESS_RANK = `(case coalesce(lower(status), '') when 'authorized' then 7 when 'captured' then 7
  when 'pending' then 6 when 'failed' then 5 when 'created' then 4 when 'refunded' then 3 when 'cancelled' then 2
  when '' then 1 else 0 end)`
