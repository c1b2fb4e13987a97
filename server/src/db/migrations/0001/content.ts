import type { Kysely } from 'kysely'
import { engineOf, run } from '../engine.ts'

export async function createContentTables(db: Kysely<unknown>): Promise<void> {
  const { strict } = engineOf(db)
  await run(db, [
    `create table photos (
      id text primary key,
      section_name text not null,
      title text not null,
      description text not null,
      path text not null unique,
      created_at text not null
    ) ${strict}`,
    'create index photos_by_section on photos (section_name, created_at, id)',

    `create table events (
      id text primary key,
      title text not null,
      description text not null,
      image_path text unique,
      created_at text not null
    ) ${strict}`,

    `create table home_videos (
      id text primary key,
      title text not null,
      description text not null,
      path text not null unique,
      created_at text not null
    ) ${strict}`,

    `create table messages (
      id text primary key,
      name text not null,
      email text not null,
      subject text not null,
      message text not null,
      created_at text not null
    ) ${strict}`,
    'create index messages_by_time on messages (created_at, id)',
  ])
}
