import type { Kysely } from 'kysely'
import { engineOf, makeAppendOnly, run } from './engine.ts'

/** The trust's details, which were a file before. Every version stays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `create table trust_settings (
      version integer primary key check (version > 0),
      content text not null,
      saved_at text not null,
      saved_by text,
      saved_by_id text
    ) ${engineOf(db).strict}`,
  ])
  await makeAppendOnly(db, 'trust_settings', [['version']])
}
