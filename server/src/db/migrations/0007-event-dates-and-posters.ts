import type { Kysely } from 'kysely'
import { run } from './engine.ts'

/** When and where an event takes place. Null or empty for events of earlier versions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table events add column starts_at text',
    'alter table events add column ends_at text',
    `alter table events add column venue text not null default ''`,
  ])
}
