import type { Kysely } from 'kysely'
import { engineOf, run } from './engine.ts'

/** Adds what several servers on one PostgreSQL share; SQLite keeps the end of the history in a file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { strict, bigint } = engineOf(db)
  await run(db, [
    `create table history_head (
      id integer primary key check (id = 1),
      n ${bigint} not null,
      mac text not null,
      at text not null,
      seal text not null
    ) ${strict}`,
    `create table key_verifiers (
      name text primary key,
      verifier text not null
    ) ${strict}`,
  ])
}
