import type { Db } from './schema.ts'

/**
 * Runs `read` on the database as it is at one moment, whatever is written meanwhile: all that is read through its handle fits together.
 * Nothing can be written through it. Holds a connection until it ends, so it is for milliseconds, not for as long as a caller downloads.
 */
export function readSnapshot<Result>(db: Db, read: (snapshot: Db) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
