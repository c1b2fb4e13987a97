import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
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

describe('the first start', () => {
  test('creates a superadmin whose printed password works; the second start creates none', async () => {
    const first = await start()
    expect(first.stderr()).toBe('')
    const [, password = ''] = /Password\s+(\S+)/.exec(first.stdout()) ?? []
    expect(first.stdout()).toContain(`Address    ${first.url.replace('127.0.0.1', 'localhost')}`)
    expect(first.stdout()).toMatch(/User name {2}admin\n/)
    expect(first.stdout()).toContain(`SevaDesk is ready at ${first.url.replace('127.0.0.1', 'localhost')}\n`)
    expect(await mustChange(first.url, await login(first.url, 'admin', password))).toBe(true)
    expect(await stopServer(first)).toBe(0)

    const unpacked = join(dataDir, 'restore.part')
    await mkdir(unpacked)
    await writeFile(join(unpacked, 'photo.jpg'), 'of a killed restore')
    const second = await start()
    expect(second.stdout()).not.toContain('Password')
    expect(existsSync(unpacked)).toBe(false)
    expect((await login(second.url, 'Admin', password)).status).toBe(200)
    const health = await fetch(`${second.url}/api/health`)
    expect(await health.json()).toEqual({ status: 'ok' })
  })

  test('uses name and password from the settings without printing the password', async () => {
    const server = await start({ ADMIN_USERNAME: 'Savita', ADMIN_PASSWORD: 'Chosen#2026' })
    expect(server.stdout()).toContain('Savita')
    expect(server.stdout()).not.toContain('Chosen#2026')
    expect(await mustChange(server.url, await login(server.url, 'savita', 'Chosen#2026'))).toBe(false)
  })
})

test('prints warnings but no log line when the log is in a file, and keeps one older file of at most 10 MB', async () => {
  const file = join(dataDir, 'logs', 'server.log')
  await mkdir(join(dataDir, 'logs'))
  await writeFile(file, '')
  await truncate(file, 10 * 1024 * 1024)
  const server = await start({ LOG_FILE: file, RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'secret' })
  await login(`${server.url}/first`, 'nobody', 'wrong')
  expect(await stopServer(server)).toBe(0)
  expect(server.stdout()).not.toContain('{"level"')
  expect(server.stdout()).toContain(`The log is in ${file}\n`)
  expect(server.stdout()).toMatch(/^Warning: RAZORPAY_WEBHOOK_SECRET is not set: .+\.$/m)
  expect(await readFile(`${file}.1`, 'utf8')).toContain('RAZORPAY_WEBHOOK_SECRET')
  expect(await readFile(file, 'utf8')).toMatch(/^\{"level".*\/first\/api\/admin\/login/)
})

/** Whether the admin who signed in must change the password. */
async function mustChange(url: string, signedIn: Response): Promise<boolean> {
  const { token }: { token: string } = JSON.parse(await signedIn.text())
  const answer = await fetch(`${url}/api/admin/me`, { headers: { authorization: `Bearer ${token}` } })
  const { username, mustChangePassword = false }: Record<string, unknown> = JSON.parse(await answer.text())
  expect(username).toBeTypeOf('string')
  return mustChangePassword === true
}

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

  async function readTables(): Promise<unknown[]> {
    const database = new DatabaseSync(join(dataDir, 'sevadesk.sqlite'))
    const rows = database.prepare("select name from sqlite_master where type = 'table'").all()
    database.close()
    return rows.map(({ name }) => name)
  }
})

describe('stopping', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('finishes running requests on %s', async (signal) => {
    const server = await start({ ADMIN_PASSWORD: 'Chosen#2026' })
    const body = JSON.stringify({ username: 'admin', password: 'Chosen#2026' })
    const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1' })
    let answer = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk
    })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const continued = new Promise((resolve) => socket.once('data', resolve))
    // The 100 Continue response shows that the request is running before the signal is sent.
    socket.write(
      'POST /api/admin/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n' +
        `Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    await continued
    server.child.kill(signal)
    socket.write(body)
    await closed
    expect(answer).toMatch(/HTTP\/1\.1 200 OK/)
    expect(await server.ended).toBe(0)
  })
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
