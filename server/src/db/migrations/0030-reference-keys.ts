import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

/**
 * Adds a key that is equal for all spellings of a gift's reference. SQL cannot compute it, so a job
 * does, and updates all other keys too, because the rules that normalise text have changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const bytewise = engineOf(db).isPostgres ? 'text collate "C"' : 'text'
  const now = new Date().toISOString()
  await run(db, [
    `alter table offline_gifts add column reference_key ${bytewise} not null default ''`,
    `create index offline_gifts_by_reference on offline_gifts (reference_key) where reference_key <> ''`,
    `insert into jobs (id, kind, subject, attempts, due_at, created_at)
      select 'renew-keys', 'renew-keys', 'all', 0, '${now}', '${now}' where exists (select 1 from donations) or exists (select 1 from donors)`,
  ])
}
