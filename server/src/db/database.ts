import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import type { Config } from '../config.ts'
import { HttpError, NO_RESTART, reasonOf, StartError } from '../errors.ts'
import { errorCode } from '../media/disk-files.ts'
import { RemoteStoreError } from '../media/file-store.ts'
import { type Db, isPostgres, type Tables } from './db.ts'
import { assertFolderFits, assertMarked, assertNotRestoring, assertUnused, markFolder } from './folder-mark.ts'
import { assertMigrated, assertOurs, migrate, migrateWithin, needsUpdate, untilUnlocked } from './migrate.ts'
import { adviceOn } from './postgres-advice.ts'
import { isBusy, sqliteDialect, TEMPORARY } from './sqlite-dialect.ts'

interface OpenOptions {
  /**
   * Accepts a missing, empty or different database although the data folder was used with another:
   * `npm start -- --new-database`.
   */
  isNewDatabase?: boolean
  /** Called before a database in use is migrated. If it throws, nothing is migrated. */
  beforeUpdate?(db: Db): Promise<void>
}

/**
 * Opens and migrates the database: PostgreSQL at `databaseUrl`, else SQLite in the data folder,
 * which is created if missing. `db.destroy()` closes it. Throws StartError.
 */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 's3'>>,
  { isNewDatabase = false, beforeUpdate }: OpenOptions = {},
): Promise<Db> {
  prepareDataDir(config.dataDir)
  assertNotRestoring(config.dataDir)
  const db = config.databaseUrl
    ? await openLockedPostgres(config.dataDir, config.databaseUrl, { hasTimeouts: true })
    : openSqlite(config.dataDir, () => {
        if (!isNewDatabase) assertUnused(config)
      })
  try {
    // Before the first table is written. Opening an SQLite file only turns on its write-ahead log.
    if (!isNewDatabase) await assertFolderFits(db, config)
    if (beforeUpdate && (await needsUpdate(db))) {
      await untilUnlocked(() => tryMigration(db))
      await beforeUpdate(db)
    }
    await migrate(db)
    await markFolder(db, config.dataDir)
    return db
  } catch (error) {
    await db.destroy()
    throw explainFailure(error)
  }
}

/** Finds a database that cannot be migrated before a backup that may take hours. */
async function tryMigration(db: Db): Promise<void> {
  const transaction = await db.startTransaction().execute()
  try {
    await migrateWithin(transaction, undefined, { mustYield: true })
  } catch (error) {
    // A lost connection fails the rollback too.
    await transaction
      .rollback()
      .execute()
      .catch(() => undefined)
    if (error instanceof StartError) error.exitCode = NO_RESTART
    throw error
  }
  await transaction.rollback().execute()
  // The WAL has all that the trial wrote, and would stay so large.
  if (!isPostgres(db)) await sql`pragma wal_checkpoint(truncate)`.execute(db)
}

/**
 * Opens the database of a server that may be running: takes no lock and does not migrate.
 * `db.destroy()` closes it. Throws StartError if the database does not exist, or if its version or
 * data folder does not match.
 */
export async function openDatabaseBeside(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Db> {
  assertNotRestoring(config.dataDir)
  const db = config.databaseUrl
    ? await connectPostgres(config.databaseUrl, { hasTimeouts: false })
    : openSqliteBeside(config.dataDir)
  try {
    await assertMigrated(db)
    await assertMarked(db, config)
    return db
  } catch (error) {
    await db.destroy()
    throw explainFailure(error)
  }
}

/**
 * Runs a command on the database of a server that may be running, and closes it. Throws StartError as
 * `openDatabaseBeside`, if the database fails, and for an HttpError.
 */
export async function withDatabaseBeside<Result>(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  command: (db: Db) => Promise<Result>,
): Promise<Result> {
  const db = await openDatabaseBeside(config)
  try {
    return await command(db)
  } catch (error) {
    if (error instanceof HttpError) throw new StartError(error.sentence('en'))
    throw explainFailure(error)
  } finally {
    await db.destroy()
  }
}

/**
 * Opens the database for a restore, without migrating it. Keeps servers off the data folder until
 * `db.destroy()` closes it. Throws StartError.
 */
export async function openDatabaseToRestore(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Db> {
  prepareDataDir(config.dataDir)
  if (config.databaseUrl) return openLockedPostgres(config.dataDir, config.databaseUrl, { hasTimeouts: false })
  return openSqlite(config.dataDir, () => undefined)
}

/** Opens a new SQLite file that is removed soon. `db.destroy()` closes it. */
export function openTemporaryDatabase(file: string): Db {
  return new Kysely<Tables>({ dialect: sqliteDialect(file, () => undefined, TEMPORARY) })
}

/** Whether an earlier start may have filled the database. One of PostgreSQL is not asked. */
export function mayHaveDatabase({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): boolean {
  return databaseUrl !== undefined || existsSync(databaseFile(dataDir))
}

/** Creates the data folder if it is missing. Throws StartError if it cannot be written to. */
export function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw cannotWriteTo(dataDir, error)
  }
}

/** `error` is of the folder, a file or a folder in it. */
export function cannotWriteTo(dataDir: string, error: unknown): StartError {
  const advice = errorCode(error) === 'ENOSPC' ? 'free space' : 'let this user write there, or correct DATA_DIR'
  return new StartError(`The data folder ${dataDir} (DATA_DIR) cannot be written to: ${reasonOf(error)}; ${advice}.`)
}

/** Calls `onMissing` before it creates the file. */
function openSqlite(dataDir: string, onMissing: () => void): Db {
  const file = databaseFile(dataDir)
  const lock = lockFolder(dataDir)
  try {
    if (existsSync(file)) assertSqliteIsOurs(file)
    else onMissing()
  } catch (error) {
    lock.close()
    throw error
  }
  return new Kysely<Tables>({ dialect: sqliteDialect(file, () => lock.close()) })
}

function openSqliteBeside(dataDir: string): Db {
  const file = databaseFile(dataDir)
  if (!existsSync(file)) {
    throw new StartError(`There is no database in the data folder ${dataDir} (DATA_DIR): start SevaDesk there once.`)
  }
  assertSqliteIsOurs(file)
  return new Kysely<Tables>({ dialect: sqliteDialect(file, () => undefined) })
}

function databaseFile(dataDir: string): string {
  return join(dataDir, 'sevadesk.sqlite')
}

function assertSqliteIsOurs(file: string): void {
  try {
    assertOurs(readTableNames(file))
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The database ${file} cannot be opened: ${reasonOf(error)}.`)
  }
}

/** Runs before the first write, so that a database of another program stays unchanged. */
function readTableNames(file: string): string[] {
  const database = new DatabaseSync(file)
  try {
    const rows = database
      .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
      .all()
    return rows.map(({ name }) => String(name))
  } finally {
    database.close()
  }
}

/**
 * Two servers on one folder would delete each other's uploads. The lock is an open transaction on
 * `server.lock`; the operating system ends it when the process ends.
 */
function lockFolder(dataDir: string): DatabaseSync {
  try {
    const lock = new DatabaseSync(join(dataDir, 'server.lock'))
    lock.exec('pragma journal_mode = delete; begin exclusive')
    return lock
  } catch (error) {
    if (isBusy(error)) {
      throw new StartError(`Another SevaDesk server is already using the data folder ${dataDir} (DATA_DIR).`)
    }
    throw cannotWriteTo(dataDir, error)
  }
}

async function openLockedPostgres(dataDir: string, url: string, options: { hasTimeouts: boolean }): Promise<Db> {
  const lock = lockFolder(dataDir)
  return connectPostgres(url, { ...options, onClose: () => lock.close() }).catch((error: unknown) => {
    lock.close()
    throw error
  })
}

async function connectPostgres(
  url: string,
  { hasTimeouts, onClose }: { hasTimeouts: boolean; onClose?: () => void },
): Promise<Db> {
  const { openPostgres, SERVER_TIMEOUTS } = await import('./postgres.ts')
  return openPostgres(url, { timeouts: hasTimeouts ? SERVER_TIMEOUTS : {}, onClose })
}

const SQLITE_READONLY = 8
/** SQLITE_FULL, and no space for the index of the write-ahead log. */
const NO_SPACE: readonly unknown[] = [13, 4874]
/**
 * SQLite result codes (sqlite.org/rescode.html) for an unusable file or disk, not a faulty
 * statement.
 */
const SQLITE_CODES = new Set([3, 5, 6, SQLITE_READONLY, 10, 11, 14, 23, 26])

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
  if ('errcode' in error && NO_SPACE.includes(error.errcode)) {
    return new StartError(`The data folder (DATA_DIR) cannot be written to: ${reason}; free space.`)
  }
  if ('errcode' in error && SQLITE_CODES.has(Number(error.errcode) & 0xff)) {
    const advice = (Number(error.errcode) & 0xff) === SQLITE_READONLY ? '; let this user write to its files' : ''
    return new StartError(`The database in the data folder (DATA_DIR) cannot be used: ${reason}${advice}.`)
  }
  if ('severity' in error && 'code' in error && POSTGRES_STATES.test(String(error.code))) {
    return new StartError(`The PostgreSQL database of DATABASE_URL cannot be used: ${reason}${adviceOn(error)}`)
  }
  if (error instanceof RemoteStoreError) return new StartError(error.message)
  if (LOST_CONNECTION.test(reason)) {
    return new StartError(`The PostgreSQL database of DATABASE_URL cannot be used: ${reason}${adviceOn(error)}`)
  }
  return error
}
