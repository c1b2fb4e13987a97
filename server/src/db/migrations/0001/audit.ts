import type { Kysely } from 'kysely'
import { engineOf, makeAppendOnly, run } from '../engine.ts'

export async function createAuditTable(db: Kysely<unknown>): Promise<void> {
  const { strict, isPostgres } = engineOf(db)
  // Same collation as donations.id, else PostgreSQL cannot use the index for the join.
  const subjectId = isPostgres ? 'text collate "C"' : 'text'
  await run(db, [
    // No foreign keys: an entry outlives the admin and the record that it is about.
    `create table audit (
      id text primary key,
      at text not null,
      admin_id text,
      admin_username text,
      action text not null,
      subject_id ${subjectId} not null,
      details text not null
    ) ${strict}`,
    'create index audit_by_subject on audit (subject_id, at)',
  ])
  await makeAppendOnly(db, 'audit', [['id']])
}
