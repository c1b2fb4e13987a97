import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { StartError } from '../errors.ts'
import { makeEmptyDatabase, onlyPostgres, type TestDatabase } from '../testing/databases.ts'
import { startServer, stopServer } from '../testing/server-process.ts'
import { openDatabase } from './database.ts'

const SQLITE_PAGE = 4096

async function expectRefusal(place: TestDatabase, sentence: RegExp): Promise<void> {
  const opening = openDatabase(place)
  await expect(opening).rejects.toBeInstanceOf(StartError)
  await expect(opening).rejects.toThrow(sentence)
  await place.remove()
}

test('an SQLite file that is damaged', async () => {
  const place = await makeEmptyDatabase('SQLite')
  await (await openDatabase(place)).destroy()
  const file = join(place.dataDir, 'sevadesk.sqlite')
  const bytes = await readFile(file)
  // The list of tables stays readable; a page behind it does not.
  const page = Math.floor(bytes.indexOf('0001-first-schema') / SQLITE_PAGE) * SQLITE_PAGE
  await writeFile(file, bytes.fill(0xa5, page, page + SQLITE_PAGE))
  await expectRefusal(place, /^The database in the data folder \(DATA_DIR\) cannot be used: .*malformed\.$/)
})

test('an SQLite file that can be read alone', async () => {
  const place = await makeEmptyDatabase('SQLite')
  await (await openDatabase(place)).destroy()
  // To SQLite a file whose write version is unknown is read-only, for root too.
  const handle = await open(join(place.dataDir, 'sevadesk.sqlite'), 'r+')
  await handle.write(Buffer.from([3]), 0, 1, 18)
  await handle.close()
  await expectRefusal(place, /^The database in the data folder \(DATA_DIR\) cannot be used: .*readonly database\.$/)
})

onlyPostgres(() => {
  async function query(place: TestDatabase, ...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: place.databaseUrl })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }

  const nameOf = (place: TestDatabase) => new URL(place.databaseUrl ?? '').pathname.slice(1)

  test('a role that may not make tables', async () => {
    const place = await makeEmptyDatabase('PostgreSQL')
    const role = `role_${nameOf(place)}`
    await query(place, `create role ${role} login password 'hush'`)
    const url = new URL(place.databaseUrl ?? '')
    url.username = role
    url.password = 'hush'
    const asRole = { ...place, databaseUrl: url.href, remove: async () => undefined }
    await expectRefusal(asRole, /^The PostgreSQL database of DATABASE_URL cannot be used: permission denied.*\.$/)
    await query(place, `drop role ${role}`)
    await place.remove()
  })

  test.each(['when it is new', 'when it has its tables'])('a database that can be read alone, %s', async (when) => {
    const place = await makeEmptyDatabase('PostgreSQL')
    if (when === 'when it has its tables') await (await openDatabase(place)).destroy()
    await query(place, `alter database ${nameOf(place)} set default_transaction_read_only = on`)
    await expectRefusal(place, /^The PostgreSQL database of DATABASE_URL cannot be used: .*read-only transaction\.$/)
  })

  test('a database that cannot hold every script', async () => {
    const place = await makeEmptyDatabase('PostgreSQL', "encoding 'LATIN1' locale 'C' template template0")
    await expectRefusal(place, /^The PostgreSQL database of DATABASE_URL keeps text as LATIN1; .* UTF8\.$/)
  })

  test('a connection that breaks in the middle of a transaction costs that call alone', async () => {
    const place = await makeEmptyDatabase('PostgreSQL')
    const { databaseUrl = '' } = place
    const server = await startServer({ DATA_DIR: place.dataDir, DATABASE_URL: databaseUrl })
    const beside = new pg.Client({ connectionString: databaseUrl })
    await beside.connect()
    // While this lock is held, a sign-in waits inside its transaction.
    await beside.query("select pg_advisory_lock(hashtextextended('sevadesk:rate-limit', 0))")
    const answering = fetch(`${server.url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'a', password: 'b' }),
    })
    await vi.waitFor(async () => {
      const { rowCount } = await beside.query(
        "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted",
      )
      expect(rowCount).toBe(1)
    }, 20_000)
    const answer = await answering
    expect(answer.status).toBe(500)
    expect(await answer.json()).toMatchObject({ success: false, message: expect.stringMatching(/\.$/) })
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    await beside.end()
    await stopServer(server)
    await place.remove()
  })
})
