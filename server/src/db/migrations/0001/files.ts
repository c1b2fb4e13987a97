import type { Kysely } from 'kysely'
import { engineOf, run } from '../engine.ts'

export async function createFileTables(db: Kysely<unknown>): Promise<void> {
  const { strict } = engineOf(db)
  await run(db, [
    `create table pictures (
      path text primary key,
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      widths text not null
    ) ${strict}`,

    `create table pending_files (
      path text primary key,
      state text not null check (state in ('adding', 'deleting')),
      created_at text not null
    ) ${strict}`,

    `create table upload_keys (
      admin_id text not null references admins (id) on delete cascade,
      key text not null,
      call text not null,
      answer text not null,
      created_at text not null,
      primary key (admin_id, key)
    ) ${strict}`,
    'create index upload_keys_by_time on upload_keys (created_at)',

    `create table jobs (
      id text primary key,
      kind text not null,
      subject text not null,
      attempts integer not null check (attempts >= 0),
      due_at text not null,
      created_at text not null,
      failed_at text,
      unique (kind, subject)
    ) ${strict}`,
    'create index jobs_by_due on jobs (due_at, id)',
  ])
}
