import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

/** Counts refused sign-ins of a minute, until they become one row of the history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { strict, isPostgres } = engineOf(db)
  const text = isPostgres ? 'text collate "C"' : 'text'
  await run(db, [
    `create table refused_sign_ins (
      minute ${text} not null,
      action ${text} not null,
      admin_id ${text} not null,
      network ${text} not null,
      ip text not null,
      user_agent text not null,
      count integer not null,
      primary key (minute, action, admin_id, network)
    ) ${strict}`,
  ])
}
