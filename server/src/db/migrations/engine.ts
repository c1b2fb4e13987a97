import { type Kysely, PostgresAdapter, sql } from 'kysely'

interface Engine {
  isPostgres: boolean
  /** Ends each `create table`: SQLite then refuses values of a type that does not fit. */
  strict: string
  /** 64-bit integer: PostgreSQL's `integer` holds only about two crore rupees in paise. */
  bigint: string
  /** Type and constraint of an auto-incremented primary key. */
  counter: string
}

export function engineOf(db: Kysely<unknown>): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? { isPostgres: true, strict: '', bigint: 'bigint', counter: 'bigserial primary key' }
    : { isPostgres: false, strict: 'strict', bigint: 'integer', counter: 'integer primary key autoincrement' }
}

export async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/**
 * Creates triggers that reject update and delete. On SQLite `insert or replace` deletes rows
 * without firing delete triggers, so an insert trigger also rejects a row whose unique key already
 * exists. `keys` lists the columns of each unique key.
 */
export async function makeAppendOnly(
  db: Kysely<unknown>,
  table: string,
  keys: readonly (readonly string[])[],
): Promise<void> {
  await refuseChanges(db, table, { keys, events: ['update', 'delete'] })
}

/** As `makeAppendOnly`, but rows may be deleted. */
export async function makeImmutable(
  db: Kysely<unknown>,
  table: string,
  keys: readonly (readonly string[])[],
): Promise<void> {
  await refuseChanges(db, table, { keys, events: ['update'] })
}

async function refuseChanges(
  db: Kysely<unknown>,
  table: string,
  { keys, events }: { keys: readonly (readonly string[])[]; events: readonly ('update' | 'delete')[] },
): Promise<void> {
  const isAppendOnly = events.includes('delete')
  const message = `rows of ${table} cannot be changed${isAppendOnly ? ' or deleted' : ''}`
  if (engineOf(db).isPostgres) {
    await run(db, [
      `create function refuse_change_of_${table}() returns trigger language plpgsql as $$
        begin raise exception '${message}'; end $$`,
      `create trigger ${table}_append_only before ${isAppendOnly ? 'update or delete or truncate' : 'update'} on ${table}
        for each statement execute function refuse_change_of_${table}()`,
    ])
    return
  }
  const conflict = [['rowid'], ...keys].map(
    (columns) => `(${columns.map((column) => `${column} = new.${column}`).join(' and ')})`,
  )
  const abort = `begin select raise(abort, '${message}'); end`
  await run(db, [
    ...events.map((event) => `create trigger ${table}_refuse_${event} before ${event} on ${table} ${abort}`),
    `create trigger ${table}_refuse_replace before insert on ${table}
      when exists (select 1 from ${table} where ${conflict.join(' or ')}) ${abort}`,
  ])
}
