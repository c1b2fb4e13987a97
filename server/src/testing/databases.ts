import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, inject } from 'vitest'
import { openDatabase } from '../db/database.ts'
import type { Db } from '../db/schema.ts'

export type Engine = 'SQLite' | 'PostgreSQL'

/** A place for a database that nobody else uses, not yet opened. */
export interface DatabasePlace {
  dataDir: string
  databaseUrl: string | undefined
  remove(): Promise<void>
}

/** Describes the same tests once per engine. On a machine without PostgreSQL that half is skipped, by name and reason. */
export function eachDatabase(define: (engine: Engine) => void): void {
  describe('SQLite', () => define('SQLite'))
  onlyPostgres(() => define('PostgreSQL'))
}

/** For what SQLite does not have. Skipped like the other half of `eachDatabase`. */
export function onlyPostgres(define: () => void): void {
  const postgres = inject('postgres')
  const reason = 'missing' in postgres ? ` (${postgres.missing})` : ''
  describe.runIf(reason === '')(`PostgreSQL${reason}`, define)
}

/** Opens a new database before each test of a suite, hands it to `keep`, and removes it after the test. */
export function openForEachTest(engine: Engine, keep: (db: Db, place: DatabasePlace) => void): void {
  let close: (() => Promise<void>) | undefined
  beforeEach(async () => {
    const place = await makeDatabasePlace(engine)
    const db = await openDatabase(place)
    close = async () => {
      close = undefined
      await db.destroy()
      await place.remove()
    }
    keep(db, place)
  })
  afterEach(() => close?.())
}

/** `format` is how the PostgreSQL database is to be made, when that matters. */
export async function makeDatabasePlace(engine: Engine, format = ''): Promise<DatabasePlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sevadesk-test-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  if (engine === 'SQLite') return { dataDir, databaseUrl: undefined, remove: removeFolder }
  const name = `test_${randomBytes(6).toString('hex')}`
  await onPostgres(`create database ${name} ${format}`)
  return {
    dataDir,
    databaseUrl: `${postgresUrl()}/${name}`,
    remove: async () => {
      await onPostgres(`drop database ${name} with (force)`)
      await removeFolder()
    },
  }
}

function postgresUrl(): string {
  const postgres = inject('postgres')
  if ('url' in postgres) return postgres.url
  throw new Error(postgres.missing)
}

async function onPostgres(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${postgresUrl()}/postgres` })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
