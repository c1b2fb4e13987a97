import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { openDatabase } from './db/database.ts'
import { MIGRATIONS, migrate } from './db/migrate.ts'
import { makeEmptyDatabase, onlyPostgres, openUnmigrated } from './testing/databases.ts'
import { sampleImage } from './testing/files/sample-images.ts'
import { testFolder } from './testing/files/test-folder.ts'
import { historyOf } from './testing/history.ts'
import { formOf } from './testing/requests/forms.ts'
import { callServer, type ServerProcess, signInTo, startServer, stopServer } from './testing/server-process.ts'
import { VERSION } from './version.ts'

let dataDir: string
let running: ServerProcess[]

beforeEach(async () => {
  dataDir = testFolder()
  running = []
})
afterEach(async () => {
  for (const server of running) await stopServer(server, 'SIGKILL')
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

describe('the first start', () => {
  test('creates a superadmin with a password in a file, not in the output; the second start creates none', async () => {
    const first = await start()
    expect(first.stderr()).toBe('')
    const [, file = ''] = /Password {3}in the file (\S+first-password-\w+\.txt)\n/.exec(first.stdout()) ?? []
    const [, password = ''] = /Password {3}(\S+)\n/.exec(await readFile(file, 'utf8')) ?? []
    expect(first.stdout()).not.toContain(password)
    expect(first.stdout()).toContain('The file goes away when the password is changed.')
    expect(first.stdout()).toContain(`Address    ${first.url.replace('127.0.0.1', 'localhost')}`)
    expect(first.stdout()).toMatch(/User name {2}admin\n/)
    expect(first.stdout()).toContain(`SevaDesk ${VERSION} is ready at ${first.url.replace('127.0.0.1', 'localhost')}\n`)
    expect(await mustChange(first, 'admin', password)).toBe(true)
    expect(await stopServer(first)).toBe(0)

    const unpacked = join(dataDir, 'restore.part')
    await mkdir(unpacked)
    await writeFile(join(unpacked, 'photo.jpg'), 'of a killed restore')
    const second = await start()
    expect(second.stdout()).not.toContain('Password')
    expect(existsSync(unpacked)).toBe(false)
    expect((await login(second.url, 'Admin', password)).status).toBe(200)
    expect((await callServer(second, '/api/health')).json).toEqual({ status: 'ok' })
  })

  test('uses name and password from the settings without printing the password', async () => {
    const server = await start({ ADMIN_USERNAME: 'Savita', ADMIN_PASSWORD: 'Chosen#2026' })
    expect(server.stdout()).toContain('Savita')
    expect(server.stdout()).not.toContain('Chosen#2026')
    expect(await mustChange(server, 'savita', 'Chosen#2026')).toBe(false)
  })
})

test('prints warnings but no log line when the log is in a file, and keeps one older file of at most 10 MB', async () => {
  const file = join(dataDir, 'logs', 'server.log')
  await mkdir(join(dataDir, 'logs'), { mode: 0o700 })
  await writeFile(file, '')
  await truncate(file, 10 * 1024 * 1024)
  const razorpay = { RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'secret' }
  const server = await start({ LOG_FILE: file, ...razorpay, BACKUP_DIR: '/nowhere' })
  await login(`${server.url}/first`, 'nobody', 'wrong')
  expect(await stopServer(server)).toBe(0)
  expect(server.stdout()).not.toContain('{"level"')
  expect(server.stdout()).toContain(`The log is in ${file}\n`)
  expect(server.stdout()).toMatch(/^Warning: RAZORPAY_WEBHOOK_SECRET is not set: .+\.$/m)
  expect(server.stdout()).toMatch(/^Warning: Backups will fail: the folder \/nowhere \(BACKUP_DIR\) .+ENOENT.*\.$/m)
  expect(await readFile(`${file}.1`, 'utf8')).toContain('RAZORPAY_WEBHOOK_SECRET')
  expect(await readFile(file, 'utf8')).toMatch(/^\{"level".*\/first\/api\/admin\/login/m)
})

/** Whether the admin who signed in must change the password. */
async function mustChange(server: ServerProcess, username: string, password: string): Promise<boolean> {
  const { token } = await signInTo(server, username, password)
  const { username: own, mustChangePassword = false } = (await callServer(server, '/api/admin/me', { token })).json
  expect(own).toBeTypeOf('string')
  return mustChangePassword === true
}

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
  expect((await callServer(second, '/config.json')).json).toMatchObject({ trustName: 'Shri Radha Krishna Seva Trust' })
  await stopServer(second)
  expect((await start({}, ['--demo'])).stdout()).toContain('already holds data')
  expect(await photos()).toBe(sample)
})

test('backs up a database of an earlier version before it migrates it, once, and records that', async () => {
  const old = await openUnmigrated('SQLite')
  await migrate(old.db, MIGRATIONS.slice(0, -1))
  await old.db.destroy()
  // A failure after the migration loses no record of the backup.
  await writeFile(join(old.dataDir, 'trust.json'), '{')
  const first = await start({ DATA_DIR: old.dataDir })
  expect(await first.ended).toBe(1)
  expect(first.stderr()).toContain('trust.json')
  const [, file = ''] = /^Taking a backup before the update to \S+: (.+)$/m.exec(first.stdout()) ?? []
  expect(existsSync(file)).toBe(true)
  await rm(join(old.dataDir, 'trust.json'))
  const second = await start({ DATA_DIR: old.dataDir })
  expect(second.stdout()).not.toContain('backup')
  await stopServer(second)
  const db = await openDatabase(old)
  const taken = (await historyOf(db)).filter(({ action }) => action === 'backup.taken')
  expect(taken).toMatchObject([{ details: { file, isEncrypted: false } }])
  await db.destroy()
  await old.remove()
})

test('a failed update exits with 78, after which systemd does not restart', async () => {
  const old = await openUnmigrated('SQLite')
  await migrate(old.db, MIGRATIONS.slice(0, -1))
  await old.db.destroy()
  const server = await start({ DATA_DIR: old.dataDir, BACKUP_DIR: join(old.dataDir, 'away') })
  expect(await server.ended).toBe(78)
  expect(server.stderr()).toMatch(/^The database was not updated, because .*\n$/)
  expect(await readFile(join(import.meta.dirname, '../../deploy/sevadesk.service'), 'utf8')).toMatch(
    /^RestartPreventExitStatus=78$/m,
  )
  await old.remove()
})

describe('a failed start prints one message and exits with 1', () => {
  async function expectRefusal(sentence: RegExp, env: Record<string, string> = {}): Promise<void> {
    const server = await start(env)
    expect(await server.ended).toBe(1)
    expect(server.stderr()).toMatch(sentence)
    expect(server.stderr().trim().split('\n')).toHaveLength(1)
    expect(server.stderr()).not.toMatch(/\bat .*:\d+:\d+|node:/)
  }

  test('an invalid setting', () =>
    expectRefusal(/^SESSION_IDLE_HOURS must be a number .*"soon"\.\n$/, { SESSION_IDLE_HOURS: 'soon' }))

  test('a busy port, before a table is created', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    await expectRefusal(new RegExp(`^Port ${port} is already in use.*PORT\\.\\n$`), { PORT: String(port) })
    expect(await readTables()).toEqual([])
    other.close()
  })

  test('a HOST that is not an address of this machine', () =>
    expectRefusal(/^192\.0\.2\.1 is not an address of this machine.*HOST/, { HOST: '192.0.2.1' }))

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

  async function readTables(): Promise<unknown[]> {
    const database = new DatabaseSync(join(dataDir, 'sevadesk.sqlite'))
    const rows = database.prepare("select name from sqlite_master where type = 'table'").all()
    database.close()
    return rows.map(({ name }) => name)
  }
})

onlyPostgres(() => {
  test('several servers share a database and its keys, each with its own data folder', async () => {
    const database = await makeEmptyDatabase('PostgreSQL')
    const env = { DATABASE_URL: database.databaseUrl ?? '', ADMIN_PASSWORD: 'Chosen#2026' }
    const first = await start({ ...env, DATA_DIR: join(dataDir, 'first') })
    const sameFolder = await start({ ...env, DATA_DIR: join(dataDir, 'first') })
    expect(await sameFolder.ended).toBe(1)
    expect(sameFolder.stderr()).toMatch(/^Another SevaDesk server is already using the data folder .+\.\n$/)
    const withoutKeys = await start({ ...env, DATA_DIR: join(dataDir, 'second') })
    expect(withoutKeys.stderr()).toMatch(/history\.key \(KEYS_DIR\) is missing\. Set KEYS_DIR .+\.\n$/)
    await mkdir(join(dataDir, 'other'))
    await writeFile(join(dataDir, 'other', 'history.key'), randomBytes(32).toString('base64url'))
    const otherKeys = await start({ ...env, DATA_DIR: join(dataDir, 'second'), KEYS_DIR: join(dataDir, 'other') })
    expect(otherKeys.stderr()).toMatch(/history\.key \(KEYS_DIR\) is not the one that this database .+\.\n$/)
    const second = await start({ ...env, DATA_DIR: join(dataDir, 'second'), KEYS_DIR: join(dataDir, 'first', 'keys') })
    expect(second.stdout()).toContain('ready')
    expect(second.stdout()).not.toContain('Welcome')
    const { token } = await signInTo(second, 'admin', 'Chosen#2026')
    expect((await callServer(first, '/api/admin/me', { token })).status).toBe(200)
    expect(await stopServer(first, 'SIGKILL')).not.toBe(0)
    expect((await callServer(second, '/api/admin/me', { token })).status).toBe(200)
    const again = await start({ ...env, DATA_DIR: join(dataDir, 'first') })
    expect(again.stdout()).toContain('ready')
    expect([await stopServer(again), await stopServer(second)]).toEqual([0, 0])
    await database.remove()
  })
})

test('creates files for their owner alone, and warns of older ones', async () => {
  const env = { ADMIN_PASSWORD: 'Chosen#2026', KEYS_DIR: join(dataDir, 'own', 'keys'), LOG_LEVEL: 'warn' }
  const server = await start(env)
  const { token } = await signInTo(server, 'admin', 'Chosen#2026')
  const photo = { field: 'images', name: 'a.jpg', bytes: await sampleImage('jpeg') }
  const { payload, headers } = formOf(['title', 'A'], ['description', 'B'], ['sectionName', 'School'], photo)
  const added = await fetch(`${server.url}/api/galleryphoto/addPhoto`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: new Uint8Array(payload),
  })
  expect(added.status).toBe(200)
  const open = async () => {
    const names = await readdir(dataDir, { recursive: true })
    const modes = await Promise.all(names.map(async (name) => [name, (await stat(join(dataDir, name))).mode] as const))
    return modes.flatMap(([name, mode]) => ((mode & 0o077) === 0 ? [] : name))
  }
  expect((await readdir(join(dataDir, 'media'), { recursive: true })).length).toBeGreaterThan(1)
  expect(await open()).toEqual([])
  expect(await stopServer(server)).toBe(0)
  expect(server.stdout()).not.toContain('open to other users')

  await chmod(join(dataDir, 'sevadesk.sqlite'), 0o644)
  expect((await start(env)).stdout()).toMatch(
    /sevadesk\.sqlite is open to other users of this machine.*chmod -R go-rwx/,
  )
  expect(await open()).toContain('sevadesk.sqlite')
})

test('STOP_TIMEOUT_SECONDS limits the time of a running request', { timeout: 20_000 }, async () => {
  const server = await start({ STOP_TIMEOUT_SECONDS: '0' })
  await slowLogin(server).continued
  expect(await stopServer(server)).toBe(0)
})

test('carries out requests for STOP_DELAY_SECONDS and closes their connections; a second signal ends it', async () => {
  const server = await start({ STOP_DELAY_SECONDS: '60' })
  const agent = new Agent({ keepAlive: true })
  const read = () =>
    new Promise<string>((resolve, reject) => {
      get(`${server.url}/api/event`, { agent }, (response) => {
        const { statusCode, headers } = response
        response.resume().on('end', () => resolve(`${statusCode} ${headers.connection}`))
      }).on('error', reject)
    })
  expect(await read()).toBe('200 keep-alive')
  server.child.kill('SIGTERM')
  await expect.poll(async () => (await callServer(server, '/api/ready')).json.code).toBe('stopping')
  expect(await Promise.all([read(), read()])).toEqual(['200 close', '200 close'])
  expect(await read()).toBe('200 close')
  expect(await stopServer(server)).toBe(1)
})

test('restarts after SIGKILL', async () => {
  expect(await stopServer(await start(), 'SIGKILL')).toBe(null)
  expect((await start()).stdout()).toContain('ready')
})

/** Begins a sign-in whose body is sent later. It is running once `continued` is resolved. */
function slowLogin(server: ServerProcess, password = 'Wrong') {
  const body = JSON.stringify({ username: 'admin', password })
  const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1' })
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  const answer = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  const continued = new Promise((resolve) => socket.once('data', resolve))
  socket.write(
    'POST /api/admin/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n' +
      `Content-Length: ${body.length}\r\n\r\n`,
  )
  return { continued, answer, finish: () => socket.write(body) }
}

test.each([
  ['SIGTERM', '0.1'],
  ['SIGINT', '0'],
] as const)('finishes running requests on %s after %s seconds', async (signal, delay) => {
  const server = await start({ ADMIN_PASSWORD: 'Chosen#2026', STOP_DELAY_SECONDS: delay })
  const login = slowLogin(server, 'Chosen#2026')
  await login.continued
  server.child.kill(signal)
  login.finish()
  expect(await login.answer).toMatch(/HTTP\/1\.1 200 OK/)
  expect(await server.ended).toBe(0)
})

test('the log contains sign-ins and refusals, but no secrets and no long addresses', async () => {
  const server = await start({ ADMIN_PASSWORD: 'Chosen#2026', LOG_LEVEL: 'trace' })
  const answer = await login(server.url, 'admin', 'Chosen#2026')
  const { token } = (await answer.json()) as { token: string }
  await login(server.url, 'TypedMyPasswordHere', 'Wrong\n"injected":true')
  const headers = { authorization: `Bearer ${token}`, cookie: `sevadesk_session=${token}` }
  await fetch(`${server.url}/api/admin/me?token=${token}`, { headers })
  await fetch(`${server.url}/api/nope%0Aline?secret=1`, { headers })
  for (const path of [
    `/api/donate/receipt/${token}`,
    '/api/donate/Receipt/Receipt-Token/',
    '/donate/receipt/Receipt-Token/print',
    '/api/donate/receipt%2FReceipt-Token',
    '/api/donate/receipt/Receipt-Token%zz',
    `/api/donate/receipts/${token}`,
    `/api/donate/receipt/${token.repeat(5)}`,
    `/api/${'long/'.repeat(100)}`,
  ]) {
    for (const method of ['POST', 'GET', 'PATCH']) await fetch(server.url + path, { method })
  }
  await stopServer(server)

  const log = server.stdout()
  for (const secret of [
    token,
    'Chosen#2026',
    'TypedMyPasswordHere',
    'Wrong',
    'query-string',
    'secret=1',
    'sevadesk_session',
    'Receipt-Token',
  ]) {
    expect(log).not.toContain(secret)
  }
  const lines = log.split('\n').filter((line) => line.startsWith('{'))
  const messages = lines.map((line) => JSON.parse(line))
  const paths = messages.flatMap(({ path }) => (typeof path === 'string' ? path : []))
  expect(Math.max(...paths.map(({ length }) => length))).toBe(200)
  expect(messages).toContainEqual(
    expect.objectContaining({ msg: 'signed in', ip: '127.0.0.1', adminId: expect.any(String) }),
  )
  expect(messages).toContainEqual(
    expect.objectContaining({ msg: 'sign-in failed', ip: '127.0.0.1', code: 'wrong_credentials' }),
  )
  expect(messages).toContainEqual(
    expect.objectContaining({
      msg: 'request completed',
      method: 'GET',
      path: '/api/admin/me',
      status: 200,
      adminId: expect.any(String),
    }),
  )
})
