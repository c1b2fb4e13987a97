import { StartError } from '../errors.ts'

/** Result codes of SQLite (sqlite.org/rescode.html) that tell of the file and its disk, not of a statement of ours. */
const SQLITE_CODES = new Set([3, 5, 6, 8, 10, 11, 13, 14, 23, 26])

/**
 * What PostgreSQL answers (appendix A of its manual) when the server, the role or the database is not as we need it: connection,
 * authorization, missing database, read-only, denied, out of resources, shut down, limits of the system.
 */
const POSTGRES_STATES = /^(?:08|28|3D|25006|42501|53|57|58|XX00[12])/

/** A StartError in place of what a database says about itself; anything else as it is, since that is a fault of ours. */
export function explainFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const reason = error.message.replace(/\.$/, '')
  if ('errcode' in error && SQLITE_CODES.has(Number(error.errcode) & 0xff)) {
    return new StartError(`The database in the data folder (DATA_DIR) cannot be used: ${reason}.`)
  }
  if ('severity' in error && 'code' in error && POSTGRES_STATES.test(String(error.code))) {
    return new StartError(`The PostgreSQL database of DATABASE_URL cannot be used: ${reason}.`)
  }
  return error
}
