import type { Db } from './schema.ts'

/**
 * Runs `read` in a read-only transaction that sees one state of the database. `read` holds a
 * connection, so it must not wait for a client's download. It ends within milliseconds, except for
 * whole lists, whose row numbers are all read, and groups by month on SQLite.
 */
export function readSnapshot<Result>(db: Db, read: (snapshot: Db) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
