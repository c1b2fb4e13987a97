import { StartError } from '../errors.ts'

/**
 * SQLite result codes (sqlite.org/rescode.html) for an unusable file or disk, not a faulty
 * statement.
 */
const SQLITE_CODES = new Set([3, 5, 6, 8, 10, 11, 13, 14, 23, 26])

/**
 * SQLSTATEs (appendix A of PostgreSQL's manual) for an unusable server, role or database:
 * connection, authorization, missing database, read-only, permission denied, out of resources,
 * shutdown, system error, corrupted data.
 */
const POSTGRES_STATES = /^(?:08|28|3D|25006|42501|53|57|58|XX00[12])/

/** node-postgres reports connections that ended, and a full pool, without a code. */
export const LOST_CONNECTION =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/**
 * Returns a StartError if `error` reports an unusable database, else `error` itself: it is a bug.
 */
export function explainFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const reason = error.message.replace(/\.$/, '')
  if ('errcode' in error && SQLITE_CODES.has(Number(error.errcode) & 0xff)) {
    return new StartError(`The database in the data folder (DATA_DIR) cannot be used: ${reason}.`)
  }
  if ('severity' in error && 'code' in error && POSTGRES_STATES.test(String(error.code))) {
    return new StartError(`The PostgreSQL database of DATABASE_URL cannot be used: ${reason}.`)
  }
  if (LOST_CONNECTION.test(reason)) {
    return new StartError(`The PostgreSQL database of DATABASE_URL cannot be used: ${reason}.`)
  }
  return error
}
