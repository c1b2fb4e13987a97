import type { Kysely } from 'kysely'
import { engineOf, makeAppendOnly, run } from './engine.ts'

export async function createAuditTable(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    // No foreign keys: an entry outlives the admin and the record that it is about.
    `create table audit (
      id text primary key,
      at text not null,
      admin_id text,
      admin_username text,
      action text not null,
      subject_id text not null,
      details text not null
    ) ${engineOf(db).strict}`,
    'create index audit_by_subject on audit (subject_id, at)',
  ])
  await makeAppendOnly(db, 'audit', [['id']])
}
