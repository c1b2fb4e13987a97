import type { Kysely } from 'kysely'
import { run } from './engine.ts'

/**
 * When and where an event takes place, and the posters of videos. Null or empty for the rows of
 * earlier versions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table events add column starts_at text',
    'alter table events add column ends_at text',
    `alter table events add column venue text not null default ''`,
    'alter table home_videos add column poster_path text',
    'create unique index home_videos_by_poster on home_videos (poster_path)',
  ])
}
