import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

/** Adds what several servers on one PostgreSQL share. Columns in `_ms` follow the database's clock. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { strict, bigint } = engineOf(db)
  await run(db, [
    `create table open_forms (
      admin_id text not null,
      form_id text not null,
      record text not null,
      since text not null,
      reported_ms ${bigint} not null,
      primary key (admin_id, form_id)
    ) ${strict}`,
    'create index open_forms_by_record on open_forms (record)',

    `create table request_counts (
      address text not null,
      minute ${bigint} not null,
      count ${bigint} not null,
      primary key (address, minute)
    ) ${strict}`,

    `alter table jobs add column leased_until_ms ${bigint}`,
    `create table periodic_tasks (
      name text primary key,
      due_ms ${bigint} not null,
      leased_until_ms ${bigint}
    ) ${strict}`,
  ])
}
