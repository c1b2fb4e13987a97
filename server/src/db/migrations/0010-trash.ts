import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

/**
 * Deleted records, and the files that they still name. Deleted donations stay in `donations`, which
 * receipts and payments refer to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { strict, isPostgres } = engineOf(db)
  const text = isPostgres ? 'text collate "C"' : 'text'
  await run(db, [
    `create table trash (
      kind ${text} not null,
      id ${text} not null,
      label text not null,
      section ${text},
      picture_path text,
      content text not null,
      deleted_at ${text} not null,
      deleted_by text,
      overdue_at text,
      primary key (kind, id)
    ) ${strict}`,
    'create index trash_by_time on trash (deleted_at, id)',
    `create table trashed_files (
      stem ${text} primary key,
      path text not null unique,
      kind ${text} not null,
      id ${text} not null,
      foreign key (kind, id) references trash (kind, id) on delete cascade
    ) ${strict}`,
    'create index trashed_files_by_record on trashed_files (kind, id)',
  ])
}
