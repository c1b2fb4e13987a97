import { NoResponseError } from '../concurrency/within.ts'
import { LOST_CONNECTION } from '../db/database.ts'
import { HttpError } from '../errors.ts'
import { RemoteStoreError } from '../media/file-store.ts'
import { type LocalisedText, localised } from '../text/localised-text.ts'

/** What keeps the server from storing data. Also the `code` of the refusal. */
export type StorageFault =
  | 'storage_full'
  | 'storage_read_only'
  | 'storage_failed'
  | 'media_unavailable'
  | 'database_damaged'
  | 'database_busy'

/** Error codes of the file system. */
const FILE_CODES: Readonly<Record<string, StorageFault>> = {
  ENOSPC: 'storage_full',
  EDQUOT: 'storage_full',
  EROFS: 'storage_read_only',
  // Another user owns the folder, or its mode forbids writing.
  EACCES: 'storage_read_only',
  EPERM: 'storage_read_only',
  // A file system without files over 4 GB, or a limit of the process.
  EFBIG: 'storage_failed',
  EIO: 'storage_failed',
}

/** Primary result codes of SQLite (sqlite.org/rescode.html). */
const SQLITE_CODES: Readonly<Record<number, StorageFault>> = {
  5: 'database_busy',
  6: 'database_busy',
  8: 'storage_read_only',
  10: 'storage_failed',
  11: 'database_damaged',
  13: 'storage_full',
  14: 'storage_failed',
  26: 'database_damaged',
}

/** SQLITE_IOERR_SHMSIZE: no space for the index of the write-ahead log. */
const SQLITE_NO_SPACE_FOR_INDEX = 4874

/**
 * SQLSTATEs of PostgreSQL (appendix A of its manual). Busy: connection lost, transaction idle for
 * too long, serialization failure, deadlock, too many connections, lock timeout, statement timeout,
 * shutdown or restart.
 */
const POSTGRES_STATES: Readonly<Record<string, StorageFault>> = {
  '08000': 'database_busy',
  '08003': 'database_busy',
  '08006': 'database_busy',
  // PgBouncer without its database.
  '08P01': 'database_busy',
  '25006': 'storage_read_only',
  '25P03': 'database_busy',
  '40001': 'database_busy',
  '40P01': 'database_busy',
  '53100': 'storage_full',
  '53300': 'database_busy',
  '55P03': 'database_busy',
  '57014': 'database_busy',
  '57P01': 'database_busy',
  '57P02': 'database_busy',
  '57P03': 'database_busy',
  '58030': 'storage_failed',
  XX001: 'database_damaged',
  XX002: 'database_damaged',
}

/** Error codes of a socket to the database. */
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Returns undefined for an error that has another cause. */
export function findStorageFault(error: unknown): StorageFault | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error && typeof error.errcode === 'number') {
    return error.errcode === SQLITE_NO_SPACE_FOR_INDEX ? 'storage_full' : SQLITE_CODES[error.errcode & 0xff]
  }
  if (error instanceof RemoteStoreError) return 'media_unavailable'
  if (error instanceof NoResponseError || LOST_CONNECTION.test(error.message)) return 'database_busy'
  if (!('code' in error) || typeof error.code !== 'string') return undefined
  if ('severity' in error) return POSTGRES_STATES[error.code]
  return isSocketError(error) && SOCKET_CODES.has(error.code) ? 'database_busy' : FILE_CODES[error.code]
}

/** Only errors of the system name their call; Node's own, such as an aborted upload, do not. */
function isSocketError(error: Error): boolean {
  return error instanceof AggregateError || 'syscall' in error
}

/**
 * 507 (RFC 4918, section 11.5) for a full disk, otherwise 503. Only a busy database and a remote storage
 * suggest a retry.
 */
export function storageRefusal(fault: StorageFault): HttpError {
  const details = isPassing(fault) ? { retryAfter: 5 } : {}
  return new HttpError(fault === 'storage_full' ? 507 : 503, fault, STORAGE_SENTENCES[fault], details)
}

export const STORAGE_SENTENCES: Readonly<Record<StorageFault, LocalisedText>> = {
  storage_full: localised('There is not enough space left on the server. Please tell the person who runs it.'),
  storage_read_only: localised(
    'The server cannot save anything, because its disk or database is read-only. Please tell the person who runs it.',
  ),
  storage_failed: localised('The server cannot read or write its disk. Please tell the person who runs it.'),
  media_unavailable: localised(
    'The storage of photos, videos and certificates does not respond. Please try again in a moment.',
  ),
  database_damaged: localised('The database on the server is damaged. Please tell the person who runs it.'),
  database_busy: localised('The database is busy. Please try again in a moment.'),
}

function isPassing(fault: StorageFault): boolean {
  return fault === 'database_busy' || fault === 'media_unavailable'
}

/** A full disk may take a small trial write between two calls that failed. */
const REMEMBER_MS = 60_000

/** The faults of disk and database that calls met, for the health check. */
export class RecentFaults {
  #latest: { fault: StorageFault; until: number } | undefined

  /** Ignores a fault that may have passed by the next call. Damage counts until the next start. */
  record(fault: StorageFault): void {
    // Each trial write finds a read-only disk or database.
    if (isPassing(fault) || fault === 'storage_read_only' || this.current() === 'database_damaged') return
    const until = fault === 'database_damaged' ? Number.POSITIVE_INFINITY : performance.now() + REMEMBER_MS
    this.#latest = { fault, until }
  }

  current(): StorageFault | undefined {
    return this.#latest && performance.now() < this.#latest.until ? this.#latest.fault : undefined
  }
}
