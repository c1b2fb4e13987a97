import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

/**
 * Idempotency keys of every call that creates, visitors' calls included. The keys of the last day's
 * uploads are dropped, because they were not hashed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { strict } = engineOf(db)
  await run(db, [
    'drop table upload_keys',
    `create table idempotency_keys (
      caller text not null,
      key text not null,
      call text not null,
      content text not null,
      response text not null,
      created_at text not null,
      primary key (caller, key)
    ) ${strict}`,
    'create index idempotency_keys_by_time on idempotency_keys (created_at)',
  ])
}
