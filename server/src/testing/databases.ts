import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import pg from 'pg'
import { beforeEach, describe, inject } from 'vitest'
import { openDatabase } from '../db/database.ts'
import type { Db, Tables } from '../db/db.ts'
import { openPostgres } from '../db/postgres.ts'
import { sqliteDialect } from '../db/sqlite-dialect.ts'

export type Engine = 'SQLite' | 'PostgreSQL'

/** A database of one test, not yet opened. */
export interface TestDatabase {
  dataDir: string
  databaseUrl: string | undefined
  remove(): Promise<void>
}

/** Runs tests on both engines. For SQL that differs by engine, locks and limits. */
export function eachDatabase(define: (engine: Engine) => void): void {
  describe('SQLite', () => define('SQLite'))
  onlyPostgres(() => define('PostgreSQL'))
}

/** Runs tests of code whose SQL is the same on both engines: on PostgreSQL only in the whole suite. */
export function anyDatabase(define: (engine: Engine) => void): void {
  describe('SQLite', () => define('SQLite'))
  if (process.env.TEST_SUITE === 'all') onlyPostgres(() => define('PostgreSQL'))
}

/** Without PostgreSQL, skips the tests and adds the reason to the title of the suite. */
export function onlyPostgres(define: () => void): void {
  const postgres = inject('postgres')
  const reason = 'missing' in postgres ? ` (${postgres.missing})` : ''
  describe.runIf(reason === '')(`PostgreSQL${reason}`, define)
}

export interface OpenTestDatabase extends TestDatabase {
  db: Db
  keysDir: string
}

/**
 * Opens a new, migrated database before each test of a suite and removes it afterwards. What it returns
 * is filled before each test.
 */
export function openForEachTest(engine: Engine): OpenTestDatabase {
  const here = {} as OpenTestDatabase
  beforeEach(async () => {
    const database = await makeMigratedDatabase(engine)
    const db = await openDatabase(database)
    Object.assign(here, { ...database, db, keysDir: join(database.dataDir, 'keys') })
    return async () => {
      await db.destroy()
      await database.remove()
    }
  })
  return here
}

interface DatabaseOptions {
  /** Appended to PostgreSQL's `create database`. */
  format?: string
  /** Leads past PgBouncer, which the whole suite runs before PostgreSQL. */
  isDirect?: boolean
}

/** Creates an empty database. */
export async function makeEmptyDatabase(
  engine: Engine,
  { format = '', isDirect = false }: DatabaseOptions = {},
): Promise<TestDatabase> {
  const folder = await makeFolder({ databaseUrl: undefined })
  if (engine === 'SQLite') return folder
  const name = `test_${randomBytes(6).toString('hex')}`
  await onPostgres(`create database ${name} ${format}`)
  return {
    ...folder,
    databaseUrl: `${(!isDirect && findPostgres().pooledUrl) || findPostgres().url}/${name}`,
    remove: async () => {
      await onPostgres(`drop database ${name} with (force)`)
      await folder.remove()
    },
  }
}

/** Creates the data folder of a server. */
export async function makeFolder({ databaseUrl }: Pick<TestDatabase, 'databaseUrl'>): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sevadesk-test-'))
  return { dataDir, databaseUrl, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

export interface UnmigratedDatabase extends TestDatabase {
  /** Without tables. `remove` closes it. */
  db: Db
}

/** Opens an empty database without migrating it. */
export async function openUnmigrated(engine: Engine): Promise<UnmigratedDatabase> {
  const database = await makeEmptyDatabase(engine)
  const { dataDir, databaseUrl } = database
  const file = join(dataDir, 'sevadesk.sqlite')
  const db = databaseUrl
    ? await openPostgres(databaseUrl)
    : new Kysely<Tables>({ dialect: sqliteDialect(file, () => undefined) })
  const remove = async () => {
    await db.destroy()
    await database.remove()
  }
  return { dataDir, databaseUrl, db, remove }
}

/** Copies the database that `postgres-server.ts` migrated. All copies have the same database id. */
export async function makeMigratedDatabase(
  engine: Engine,
  options: Pick<DatabaseOptions, 'isDirect'> = {},
): Promise<TestDatabase> {
  if (engine === 'PostgreSQL') {
    const format = `template ${inject('migratedDatabases').postgres} strategy file_copy`
    return makeEmptyDatabase(engine, { ...options, format })
  }
  const database = await makeEmptyDatabase(engine)
  await copyFile(inject('migratedDatabases').sqlite, join(database.dataDir, 'sevadesk.sqlite'))
  return database
}

function findPostgres(): { url: string; pooledUrl: string | undefined } {
  const postgres = inject('postgres')
  if ('url' in postgres) return postgres
  throw new Error(postgres.missing)
}

async function onPostgres(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${findPostgres().url}/postgres` })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
