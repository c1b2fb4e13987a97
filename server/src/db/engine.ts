import { PostgresAdapter, sql } from 'kysely'
import type { Db } from './schema.ts'

/** For the few places where the engines differ; migrations and stores are otherwise shared. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

export async function tableNames(db: Db): Promise<string[]> {
  const names = isPostgres(db)
    ? sql<{
        name: string
      }>`select table_name as name from information_schema.tables where table_schema = current_schema()`
    : sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
  return (await names.execute(db)).rows.map(({ name }) => name)
}

/**
 * Waits until no transaction of any process holds the lock, then holds it until `transaction` ends.
 * Does nothing on SQLite, which runs one writing transaction at a time.
 */
export async function lockUntilCommit(
  transaction: Db,
  name: 'migrate' | 'accounts' | 'rate-limit' | 'lists' | 'donors' | 'settings' | 'cash-book' | 'history',
): Promise<void> {
  if (!isPostgres(transaction)) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sevadesk:${name}`}, 0))`.execute(transaction)
}

/** The limit of the connection in postgres.ts is lifted with it. */
export const LIFT_STATEMENT_TIMEOUT = 'set local statement_timeout = 0'

/** Lets a statement of a call take long until `transaction` ends; a wait for a lock stays limited. */
export async function liftStatementTimeout(transaction: Db): Promise<void> {
  if (isPostgres(transaction)) await sql.raw(LIFT_STATEMENT_TIMEOUT).execute(transaction)
}

/**
 * Lifts all of the server's time limits until `transaction` ends, for work at startup and in the
 * background that may take minutes. Not for calls, which would wait for a lock for ever. Does
 * nothing on SQLite, which has none.
 */
export async function liftTimeouts(transaction: Db): Promise<void> {
  if (!isPostgres(transaction)) return
  await liftStatementTimeout(transaction)
  for (const name of ['lock_timeout', 'idle_in_transaction_session_timeout']) {
    await sql.raw(`set local ${name} = 0`).execute(transaction)
  }
}
