import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { StartError } from '../errors.ts'
import { makeEmptyDatabase, onlyPostgres, type TestDatabase } from '../testing/databases.ts'
import { startServer, stopServer } from '../testing/server-process.ts'
import { explainFailure, openDatabase } from './database.ts'

const SQLITE_PAGE = 4096

async function expectRefusal(database: TestDatabase, sentence: RegExp): Promise<void> {
  const opening = openDatabase(database)
  await expect(opening).rejects.toBeInstanceOf(StartError)
  await expect(opening).rejects.toThrow(sentence)
  await database.remove()
}

test('reports a damaged SQLite file', async () => {
  const database = await makeEmptyDatabase('SQLite')
  await (await openDatabase(database)).destroy()
  const file = join(database.dataDir, 'sevadesk.sqlite')
  const bytes = await readFile(file)
  // Damages a page after the first, so that the list of tables stays readable.
  const page = Math.floor(bytes.indexOf('0001-first-schema') / SQLITE_PAGE) * SQLITE_PAGE
  await writeFile(file, bytes.fill(0xa5, page, page + SQLITE_PAGE))
  await expectRefusal(database, /^The database in the data folder \(DATA_DIR\) cannot be used: .*malformed\.$/)
})

test('reports a read-only SQLite file', async () => {
  const database = await makeEmptyDatabase('SQLite')
  await (await openDatabase(database)).destroy()
  // Byte 18 is the write version. SQLite opens a file with an unknown one read-only, even for root.
  const handle = await open(join(database.dataDir, 'sevadesk.sqlite'), 'r+')
  await handle.write(Buffer.from([3]), 0, 1, 18)
  await handle.close()
  await expectRefusal(
    database,
    /^The database in the data folder \(DATA_DIR\) cannot be used: .*readonly database; let this user write .+\.$/,
  )
})

test.each([13, 4874])('reports a full disk by code %d of SQLite', (errcode) => {
  const error = Object.assign(new Error('database or disk is full'), { errcode })
  expect(explainFailure(error)).toEqual(
    new StartError('The data folder (DATA_DIR) cannot be written to: database or disk is full; free space.'),
  )
})

test.each([
  'Connection terminated unexpectedly',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
])('reports a lost connection to PostgreSQL: %s', (message) => {
  expect(explainFailure(new Error(message))).toEqual(
    new StartError(
      `The PostgreSQL database of DATABASE_URL cannot be used: ${message}; see that PostgreSQL runs well there, or correct DATABASE_URL.`,
    ),
  )
})

onlyPostgres(() => {
  async function query(database: TestDatabase, ...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: database.databaseUrl })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }

  const nameOf = (database: TestDatabase) => new URL(database.databaseUrl ?? '').pathname.slice(1)

  test('reports a role without the right to create tables', async () => {
    const database = await makeEmptyDatabase('PostgreSQL', { isDirect: true })
    const role = `role_${nameOf(database)}`
    await query(database, `create role ${role} login password 'hush'`)
    const url = new URL(database.databaseUrl ?? '')
    url.username = role
    url.password = 'hush'
    const asRole = { ...database, databaseUrl: url.href, remove: async () => undefined }
    await expectRefusal(
      asRole,
      /^The PostgreSQL database of DATABASE_URL cannot be used: permission denied.*; let the user .+ own .+\.$/,
    )
    await query(database, `drop role ${role}`)
    await database.remove()
  })

  test.each(['when it is new', 'when it has its tables'])('reports a read-only database %s', async (when) => {
    const database = await makeEmptyDatabase('PostgreSQL', { isDirect: true })
    if (when === 'when it has its tables') await (await openDatabase(database)).destroy()
    await query(database, `alter database ${nameOf(database)} set default_transaction_read_only = on`)
    await expectRefusal(
      database,
      /^The PostgreSQL database of DATABASE_URL cannot be used: .*read-only transaction; let DATABASE_URL lead .+\.$/,
    )
  })

  test('reports a database whose encoding is not UTF-8', async () => {
    const database = await makeEmptyDatabase('PostgreSQL', {
      isDirect: true,
      format: "encoding 'LATIN1' locale 'C' template template0",
    })
    await expectRefusal(database, /^The PostgreSQL database of DATABASE_URL keeps text as LATIN1; .* UTF8\.$/)
  })

  test('repeats only the transaction whose database connection breaks', async () => {
    const database = await makeEmptyDatabase('PostgreSQL', { isDirect: true })
    const { databaseUrl = '' } = database
    const server = await startServer({ DATA_DIR: database.dataDir, DATABASE_URL: databaseUrl })
    const beside = new pg.Client({ connectionString: databaseUrl })
    await beside.connect()
    // While this lock is held, a sign-in waits inside its transaction.
    await beside.query("select pg_advisory_lock(hashtextextended('sevadesk:rate-limit', 0))")
    const pendingResponse = fetch(`${server.url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'a', password: 'b' }),
    })
    await vi.waitFor(async () => {
      // Other test files use the same PostgreSQL server.
      const { rowCount } = await beside.query(
        `select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database
         where locktype = 'advisory' and not granted and datname = current_database()`,
      )
      expect(rowCount).toBe(1)
    }, 20_000)
    await beside.query('select pg_advisory_unlock_all()')
    const answer = await pendingResponse
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'wrong_credentials' }])
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    await beside.end()
    await stopServer(server)
    await database.remove()
  })
})
