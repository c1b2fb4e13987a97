import type { Kysely } from 'kysely'
import { run } from './engine.ts'

/** Adds when an unconfirmed secret was made, so that it lapses. Earlier ones have no time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, ['alter table second_steps add column pending_at text'])
}
