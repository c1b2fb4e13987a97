import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeEmptyDatabase, onlyPostgres } from './testing/databases.ts'
import { type ServerProcess, startServer, stopServer } from './testing/server-process.ts'

let dataDir: string
let running: ServerProcess[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sevadesk-main-'))
  running = []
})
afterEach(async () => {
  for (const server of running) await stopServer(server, 'SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

async function start(env: Record<string, string> = {}, args: readonly string[] = []): Promise<ServerProcess> {
  const server = await startServer({ DATA_DIR: dataDir, ...env }, args)
  running.push(server)
  return server
}

const login = (url: string, username: string, password: string) =>
  fetch(`${url}/api/admin/login?from=query-string`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })

test.each([
  [{}, 0],
  [{ RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'secret' }, 1],
  [{ RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'secret', RAZORPAY_WEBHOOK_SECRET: 'a-webhook-secret' }, 0],
])('with %j warns %i times that RAZORPAY_WEBHOOK_SECRET is not set', async (env, times) => {
  const server = await start({ ...env, LOG_LEVEL: 'warn' })
  expect(server.stdout().match(/RAZORPAY_WEBHOOK_SECRET is not set/g) ?? []).toHaveLength(times)
})

test('--demo fills an empty database once', async () => {
  await stopServer(await start({ ADMIN_PASSWORD: 'Chosen#2026' }))
  const second = await start({}, ['--demo'])
  expect(second.stdout()).toContain('The sample data is in place.')
  const photos = async () => (await fetch(`${(running.at(-1) ?? second).url}/api/galleryphoto/School`)).text()
  const sample = await photos()
  expect(JSON.parse(sample).data.length).toBeGreaterThan(0)
  expect((await login(second.url, 'meera.joshi', 'Chosen#2026')).status).toBe(200)
  expect(second.stdout()).toContain('meera.joshi   manager          all sections\n')
  const settings = await (await fetch(`${second.url}/config.json`)).json()
  expect(settings).toMatchObject({ trustName: 'Shri Radha Krishna Seva Trust' })
  await stopServer(second)
  expect((await start({}, ['--demo'])).stdout()).toContain('already holds data')
  expect(await photos()).toBe(sample)
})

describe('a failed start prints one message and exits with 1', () => {
  async function expectRefusal(sentence: RegExp, env: Record<string, string> = {}): Promise<void> {
    const server = await start(env)
    expect(await server.ended).toBe(1)
    expect(server.stderr()).toMatch(sentence)
    expect(server.stderr().trim().split('\n')).toHaveLength(1)
    expect(server.stderr()).not.toMatch(/\bat .*:\d+:\d+|node:/)
  }

  test('a HOST that is not an address of this machine', () =>
    expectRefusal(/^192\.0\.2\.1 is not an address of this machine.*HOST/, { HOST: '192.0.2.1' }))

  test('a data folder that cannot be written to', async () => {
    await writeFile(join(dataDir, 'file'), '')
    await expectRefusal(/^The data folder .* \(DATA_DIR\) cannot be written to/, {
      DATA_DIR: join(dataDir, 'file', 'data'),
    })
  })

  test('a log file that cannot be written to', () =>
    expectRefusal(/^The log file .*x\.log \(LOG_FILE\) cannot be written to: .+\.\n$/, {
      LOG_FILE: '/dev/null/x.log',
    }))

  test('a media folder that is a file', async () => {
    await writeFile(join(dataDir, 'media'), '')
    await expectRefusal(/DATA_DIR/)
  })

  test.each(['media', 'tmp'])('an unwritable folder %s', async (folder) => {
    // Root ignores permissions but cannot write to /proc.
    if (process.getuid?.() === 0) await symlink('/proc', join(dataDir, folder))
    else await mkdir(join(dataDir, folder), { mode: 0o555 })
    await expectRefusal(/^The data folder .* \(DATA_DIR\) cannot be written to: .+\.\n$/)
  })

  test('the database of another program', async () => {
    const foreign = new DatabaseSync(join(dataDir, 'sevadesk.sqlite'))
    foreign.exec('create table invoices (id integer)')
    foreign.close()
    await expectRefusal(/tables that are not SevaDesk's \(invoices for one\)/)
    expect(await readTables()).toEqual(['invoices'])
  })

  test('a file that is not a database', async () => {
    await writeFile(join(dataDir, 'sevadesk.sqlite'), 'x'.repeat(5000))
    await expectRefusal(/cannot be opened: file is not a database\./)
  })

  test('a database that is a folder', async () => {
    await mkdir(join(dataDir, 'sevadesk.sqlite'))
    await expectRefusal(/cannot be opened: unable to open database file\./)
  })

  test('a data folder in use by another server', async () => {
    const server = await start()
    expect(server.stdout()).toContain('ready')
    await expectRefusal(/^Another SevaDesk server is already using the data folder/)
  })

  test('a used data folder without its database, unless --new-database is given', async () => {
    await stopServer(await start())
    await rm(join(dataDir, 'sevadesk.sqlite'))
    await expectRefusal(/^The data folder .* was used with a database, but .* is missing .*--new-database/)
    expect((await start({}, ['--new-database'])).stdout()).toContain('ready')
  })

  test('an invalid trust.json, before anything is written', async () => {
    const file = join(dataDir, 'trust.json')
    await writeFile(file, '{ "name": "x", "pan": "none" }')
    await expectRefusal(/^The trust's details in .*trust\.json \(TRUST_FILE\) are wrong at "pan": Must be like .+\.\n$/)
    expect(await readdir(dataDir)).toEqual(['trust.json'])
  })

  test('an unreachable PostgreSQL', () =>
    expectRefusal(/^The PostgreSQL database of DATABASE_URL cannot be reached/, {
      DATABASE_URL: 'postgres://a:hush@127.0.0.1:1/x',
    }))

  async function readTables(): Promise<unknown[]> {
    const database = new DatabaseSync(join(dataDir, 'sevadesk.sqlite'))
    const rows = database.prepare("select name from sqlite_master where type = 'table'").all()
    database.close()
    return rows.map(({ name }) => name)
  }
})

onlyPostgres(() => {
  test('a second server on the database is refused, unless ALLOW_SECOND_SERVER is true', async () => {
    const database = await makeEmptyDatabase('PostgreSQL')
    const env = { DATABASE_URL: database.databaseUrl ?? '', ADMIN_PASSWORD: 'Chosen#2026' }
    const first = await start({ ...env, DATA_DIR: join(dataDir, 'first') })
    const refused = await start({ ...env, DATA_DIR: join(dataDir, 'second') })
    expect(await refused.ended).toBe(1)
    expect(refused.stderr()).toMatch(/^Another SevaDesk server is already using the PostgreSQL database .+\.\n$/)
    const withoutKeys = await start({ ...env, DATA_DIR: join(dataDir, 'second'), ALLOW_SECOND_SERVER: 'true' })
    expect(withoutKeys.stderr()).toMatch(/history\.key \(KEYS_DIR\) is missing\. Set KEYS_DIR .+\.\n$/)
    const allowed = await start({ ...env, DATA_DIR: join(dataDir, 'first'), ALLOW_SECOND_SERVER: 'true' })
    expect(allowed.stdout()).toContain('ready')
    // Stop this server before the first one: otherwise it would take the lock of the first.
    expect(await stopServer(allowed)).toBe(0)
    await stopServer(first, 'SIGKILL')
    const next = await start({ ...env, DATA_DIR: join(dataDir, 'first') })
    expect(next.stdout()).toContain('ready')
    expect(await stopServer(next)).toBe(0)
    await database.remove()
  })
})

describe('the server', () => {
  test('restarts after SIGKILL', async () => {
    expect(await stopServer(await start(), 'SIGKILL')).toBe(null)
    expect((await start()).stdout()).toContain('ready')
  })
})
