import type { Kysely } from 'kysely'
import { run } from './engine.ts'

/** Counts the changes of each record that people edit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const tables = ['photos', 'home_videos', 'events', 'admins']
  await run(
    db,
    tables.map((table) => `alter table ${table} add column version integer not null default 1`),
  )
}
