import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StartError } from '../errors.ts'
import { insertVersion } from '../resources/settings/settings-store.ts'
import {
  eachDatabase,
  makeEmptyDatabase,
  makeMigratedDatabase,
  onlyPostgres,
  type TestDatabase,
} from '../testing/databases.ts'
import {
  buildAdmin,
  buildDonation,
  buildDonor,
  buildEvent,
  buildInstitution,
  buildPurpose,
} from '../testing/factories.ts'
import { openDatabase } from './database.ts'
import { type Db, lockUntilCommit, tableNames } from './db.ts'
import { isEmpty } from './emptiness.ts'

eachDatabase((engine) => {
  let database: TestDatabase
  let db: Db | undefined
  beforeEach(async () => {
    database = await makeMigratedDatabase(engine)
  })
  afterEach(async () => {
    await db?.destroy()
    db = undefined
    await database.remove()
  })

  const reopen = async () => {
    await db?.destroy()
    db = await openDatabase(database)
    return db
  }

  test('keeps its rows when reopened', async () => {
    const first = await reopen()
    expect(await isEmpty(first)).toBe(true)
    const event = await buildEvent(first)
    const second = await reopen()
    expect(await second.selectFrom('events').selectAll().execute()).toEqual([{ ...event, version: 1 }])
    expect(await isEmpty(second)).toBe(false)
    expect(await tableNames(second)).toContain('sevadesk_migrations')
  })

  test('counts as empty with one superadmin, but not with two', async () => {
    const open = await reopen()
    await buildAdmin(open, { role: 'superadmin' })
    expect(await isEmpty(open)).toBe(true)
    await buildAdmin(open, { role: 'superadmin' })
    expect(await isEmpty(open)).toBe(false)
  })

  const saved = (saved_by_id: string | null) => (db: Db) =>
    insertVersion(db, { version: 1, content: '{}', saved_at: '', saved_by: saved_by_id, saved_by_id })
  const closed = { day: '2026-04-01', closed_at: '', closed_by: 'meera', closed_by_id: 'a' }
  test.each<[boolean, string, (db: Db) => Promise<unknown>]>([
    [false, 'a donor', (db) => buildDonor(db)],
    [false, 'an institution', (db) => buildInstitution(db)],
    [false, 'a purpose', (db) => buildPurpose(db)],
    [false, 'a closed day', (db) => db.insertInto('cash_book_closings').values(closed).execute()],
    [false, 'settings that a person saved', saved('a')],
    [true, 'settings that the start read from a file', saved(null)],
  ])('isEmpty returns %s for a database with only %s', async (expected, _what, add) => {
    const open = await reopen()
    await add(open)
    expect(await isEmpty(open)).toBe(expected)
  })

  test('returns amounts beyond 32 bits as numbers', async () => {
    const { amount } = await buildDonation(await reopen(), { amount: 900_000_000_000_000 })
    const row = await db?.selectFrom('donations').select('amount').executeTakeFirst()
    expect(row).toEqual({ amount })
  })

  test('rolls a failed transaction back and runs the next one', async () => {
    const open = await reopen()
    const failing = open.transaction().execute(async (transaction) => {
      await buildEvent(transaction)
      throw new Error('after the row')
    })
    await expect(failing).rejects.toThrow('after the row')
    await open.transaction().execute(async (transaction) => buildEvent(transaction, { title: 'kept' }))
    expect(await open.selectFrom('events').select('title').execute()).toEqual([{ title: 'kept' }])
  })

  test('keeps a write made outside a transaction that rolls back', async () => {
    const open = await reopen()
    let beside: Promise<unknown> | undefined
    const failing = open.transaction().execute(async (transaction) => {
      await buildEvent(transaction, { title: 'inside' })
      beside = buildEvent(open, { title: 'beside' })
      // Reads outside the transaction neither wait for it nor see its rows.
      expect(await open.selectFrom('events').where('title', '=', 'inside').selectAll().execute()).toEqual([])
      throw new Error('undo')
    })
    await expect(failing).rejects.toThrow('undo')
    await beside
    expect(await open.selectFrom('events').select('title').execute()).toEqual([{ title: 'beside' }])
  })

  test('runs transactions with the same lock one at a time', async () => {
    const open = await reopen()
    await buildDonation(open, { amount: 0 })
    const addOne = () =>
      open.transaction().execute(async (transaction) => {
        await lockUntilCommit(transaction, 'rate-limit')
        const { amount } = await transaction.selectFrom('donations').select('amount').executeTakeFirstOrThrow()
        await transaction
          .updateTable('donations')
          .set({ amount: amount + 1 })
          .execute()
      })
    await Promise.all(Array.from({ length: 25 }, addOne))
    expect(await open.selectFrom('donations').select('amount').executeTakeFirst()).toEqual({ amount: 25 })
  })

  test('refuses a database of another program', async () => {
    const open = await reopen()
    // A table can be dropped once nothing refers to it.
    while ((await tableNames(open)).length > 0)
      for (const table of await tableNames(open))
        await sql`drop table ${sql.table(table)}`.execute(open).catch(() => undefined)
    await sql`create table invoices (id text)`.execute(open)
    await open.destroy()
    db = undefined
    await expect(openDatabase(database)).rejects.toThrow(/tables that are not SevaDesk's \(invoices for one\)/)
    await expect(openDatabase(database)).rejects.toBeInstanceOf(StartError)
  })
})

onlyPostgres(() => {
  test('opens an empty database for several servers at once', async () => {
    const database = await makeEmptyDatabase('PostgreSQL')
    const open = (folder: string) => openDatabase({ ...database, dataDir: join(database.dataDir, folder) })
    const servers = await Promise.all(['one', 'two', 'three'].map(open))
    for (const db of servers) expect(await isEmpty(db)).toBe(true)
    await Promise.all(servers.map((db) => db.destroy()))
    await database.remove()
  })

  test('reports an unreachable server in one sentence without the password', async () => {
    const { dataDir, remove } = await makeEmptyDatabase('SQLite')
    const opening = openDatabase({ dataDir, databaseUrl: 'postgres://asha:hush@127.0.0.1:1/x' })
    await expect(opening).rejects.toThrow(
      /^The PostgreSQL database of DATABASE_URL cannot be reached: (?!.*hush).+; see that .+, or correct DATABASE_URL\.$/,
    )
    await remove()
  })
})

describe('SQLite', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await makeEmptyDatabase('SQLite')
    return () => database.remove()
  })

  test('uses WAL and full synchronisation, and enforces foreign keys', async () => {
    const db = await openDatabase(database)
    const pragma = async (name: string) =>
      db.transaction().execute(async (transaction) => (await sql.raw(`pragma ${name}`).execute(transaction)).rows)
    expect(await pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }])
    expect(await pragma('synchronous')).toEqual([{ synchronous: 2 }])
    expect(await pragma('foreign_keys')).toEqual([{ foreign_keys: 1 }])
    await db.destroy()
  })

  test('a write waits for another program without blocking reads', async () => {
    const db = await openDatabase(database)
    const other = new DatabaseSync(join(database.dataDir, 'sevadesk.sqlite'))
    other.exec('begin immediate')
    const writes = Promise.all([
      buildEvent(db, { title: 'late' }),
      db.transaction().execute((transaction) => buildEvent(transaction)),
    ])
    await new Promise((resolve) => setImmediate(resolve))
    expect(await db.selectFrom('events').select('title').execute()).toEqual([])
    expect((await sql` select title from events`.execute(db)).rows).toEqual([])
    other.exec('rollback')
    other.close()
    expect(await writes).toHaveLength(2)
    await db.destroy()
  })

  test('refuses a file that is not a database and leaves it unchanged', async () => {
    const file = join(database.dataDir, 'sevadesk.sqlite')
    await writeFile(file, 'my shopping list\n'.repeat(100))
    await expect(openDatabase(database)).rejects.toThrow(
      /^The database .*sevadesk\.sqlite cannot be opened: file is not a database\.$/,
    )
    expect(await readFile(file, 'utf8')).toBe('my shopping list\n'.repeat(100))
  })

  test('allows one server per data folder', async () => {
    const db = await openDatabase(database)
    await expect(openDatabase(database)).rejects.toThrow(/^Another SevaDesk server is already using the data folder/)
    await db.destroy()
    await (await openDatabase(database)).destroy()
  })

  test('reports an unusable data folder in one sentence', async () => {
    const file = join(database.dataDir, 'a-file')
    await writeFile(file, '')
    await expect(openDatabase({ ...database, dataDir: file })).rejects.toThrow(
      /^The data folder .*a-file \(DATA_DIR\) cannot be written to: .+; let this user .+, or correct DATA_DIR\.$/,
    )
    await expect(openDatabase({ ...database, dataDir: join(file, 'below') })).rejects.toThrow(/\(DATA_DIR\)/)
  })
})
