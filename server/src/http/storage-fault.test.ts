import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg, { DatabaseError } from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPostgres } from '../db/postgres.ts'
import { makeMigratedDatabase, onlyPostgres } from '../testing/databases.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { findStorageFault } from './storage-fault.ts'

const SQLITE_PAGE = 4096

const serverError = (state: string) =>
  Object.assign(new DatabaseError('x', 1, 'error'), { code: state, severity: 'ERROR' })
const fileError = (code: string) => Object.assign(new Error('x'), { code })

test.each([
  [serverError('53100'), 'storage_full'],
  [serverError('08P01'), 'database_busy'],
  [serverError('25006'), 'storage_read_only'],
  [serverError('XX001'), 'database_damaged'],
  [serverError('55P03'), 'database_busy'],
  [serverError('57014'), 'database_busy'],
  [serverError('53300'), 'database_busy'],
  [serverError('57P01'), 'database_busy'],
  [serverError('23505'), undefined],
  [fileError('ENOSPC'), 'storage_full'],
  [fileError('EDQUOT'), 'storage_full'],
  [fileError('EROFS'), 'storage_read_only'],
  [fileError('EACCES'), 'storage_read_only'],
  [fileError('EPERM'), 'storage_read_only'],
  [fileError('EFBIG'), 'storage_failed'],
  [fileError('ENOENT'), undefined],
  [fileError('ECONNRESET'), undefined],
  [new Error('x'), undefined],
])('%j is %s', (error, fault) => expect(findStorageFault(error)).toBe(fault))

describe('on SQLite', () => {
  let server: TestApp
  let file: string
  beforeEach(async () => {
    server = await testApp()
    file = join(server.config.dataDir, 'sevadesk.sqlite')
    vi.useFakeTimers({ toFake: ['performance'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await server.close()
  })

  /** Runs on the connection that writes. */
  const onWriter = (statement: string) => sql.raw<Record<string, unknown>>(statement).execute(server.db)
  const post = (url: string, payload: object) => server.app.inject({ method: 'POST', url, payload })
  const login = () => post('/api/admin/login', { username: 'nobody', password: 'x' })
  const sendMessage = () =>
    post('/api/message/addMessage', { name: 'Asha', email: 'a@b.example', message: 'x'.repeat(9000) })
  /** The next call records that the session is in use, and limits its expiry. */
  async function signInLongAgo() {
    const { admin, bearer } = await server.signIn('superadmin')
    const longAgo = new Date(Date.now() - 3_600_000).toISOString()
    const times = { last_seen_at: longAgo, expires_at: '9999-12-31T00:00:00.000Z' }
    await server.db.updateTable('sessions').set(times).where('admin_id', '=', admin.id).execute()
    return bearer
  }
  const health = async () => (await server.app.inject('/api/health')).json()

  test('while another program locks the database, reads go on and writes return 503', async () => {
    const bearer = await signInLongAgo()
    const other = new DatabaseSync(file)
    other.exec('begin immediate')
    for (const url of ['/api/event', '/api/admin/me']) {
      expect((await server.app.inject({ url, headers: bearer })).statusCode).toBe(200)
    }
    let now = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 3000
      return now
    })
    for (const answer of await Promise.all([sendMessage(), login()])) {
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'database_busy'])
      expect(answer.headers['retry-after']).toBe('5')
    }
    vi.restoreAllMocks()
    other.close()
    expect((await sendMessage()).statusCode).toBe(200)
  })

  test('a full disk refuses every write with its sentence and degrades the health', async () => {
    const [count] = (await onWriter('pragma page_count')).rows
    await onWriter(`pragma max_page_count = ${count?.page_count}`)
    // Fills the pages that the table of sign-in attempts already has.
    for (const bytes of [2000, 200, 20]) {
      const row = { key: 'x'.repeat(bytes), expires_at: '9999' }
      const insert = (at: number) =>
        server.db
          .insertInto('rate_limit_attempts')
          .values({ ...row, attempt_id: `${bytes}-${at}` })
          .execute()
      let isFull = false
      for (let at = 0; !isFull; at += 1) {
        isFull = await insert(at).then(
          () => false,
          () => true,
        )
      }
    }
    for (const answer of [await sendMessage(), await login()]) {
      expect([answer.statusCode, answer.json().code]).toEqual([507, 'storage_full'])
      expect(answer.json().message).toMatch(/^There is not enough space left on the server\..*tell/)
    }
    expect(await health()).toMatchObject({
      status: 'degraded',
      reason: 'storage_full',
      message: expect.stringContaining('space'),
    })
    expect((await server.app.inject('/api/event')).statusCode).toBe(200)

    await onWriter('pragma max_page_count = 1000000')
    vi.advanceTimersByTime(61_000)
    expect(await health()).toEqual({ status: 'ok' })
    expect((await login()).statusCode).toBe(401)
  })

  test('a read-only database serves reads and degrades the health', async () => {
    const headers = await signInLongAgo()
    await onWriter('pragma query_only = on')
    expect(await health()).toMatchObject({ status: 'degraded', reason: 'storage_read_only' })
    expect((await sendMessage()).json().code).toBe('storage_read_only')
    expect((await server.app.inject({ url: '/api/admin/me', headers })).statusCode).toBe(200)
    await onWriter('pragma query_only = off')
    vi.advanceTimersByTime(10_001)
    expect(await health()).toEqual({ status: 'ok' })
  })

  test('a damaged database degrades the health until the next start', async () => {
    const { bearer } = await server.signIn('superadmin')
    const { rows } = await onWriter(`select rootpage from sqlite_master where tbl_name = 'messages' and rootpage > 0`)
    const handle = await open(file, 'r+')
    const garbage = Buffer.alloc(SQLITE_PAGE, 0xa5)
    for (const { rootpage } of rows) {
      await handle.write(garbage, 0, SQLITE_PAGE, (Number(rootpage) - 1) * SQLITE_PAGE)
    }
    await handle.close()
    const answer = await server.app.inject({ url: '/api/message/getMessage', headers: bearer })
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'database_damaged'])
    vi.advanceTimersByTime(3_600_000)
    expect(await health()).toMatchObject({ status: 'degraded', reason: 'database_damaged' })
  })
})

onlyPostgres(() => {
  test('a transaction that idles for too long is a busy database', async () => {
    const database = await makeMigratedDatabase('PostgreSQL')
    const { databaseUrl = '' } = database
    // Not openDatabase(): its own transactions may idle for 50 ms on a busy machine.
    const db = await openPostgres(`${databaseUrl}?idle_in_transaction_session_timeout=50`)
    const beside = new pg.Client({ connectionString: databaseUrl })
    await beside.connect()
    const idling = db.transaction().execute(async (transaction) => {
      const query = sql<{ pid: number }>`select pg_backend_pid() as pid`
      const [row] = (await query.execute(transaction)).rows
      await vi.waitFor(async () => {
        const found = await beside.query('select 1 from pg_stat_activity where pid = $1', [row?.pid])
        expect(found.rowCount).toBe(0)
      }, 20_000)
      await query.execute(transaction)
    })
    expect(await idling.catch(findStorageFault)).toBe('database_busy')
    await beside.end()
    await db.destroy()
    await database.remove()
  })

  test('a database that cannot be reached, or has no free connection, is busy', async () => {
    const database = await makeMigratedDatabase('PostgreSQL')
    const closed = new pg.Pool({ connectionString: 'postgres://a@localhost:1/x' })
    expect(await closed.query('select 1').catch(findStorageFault)).toBe('database_busy')
    const full = new pg.Pool({ connectionString: database.databaseUrl, max: 1 })
    const only = await full.connect()
    only.on('error', () => undefined)
    full.options.connectionTimeoutMillis = 50
    expect(await full.query('select 1').catch(findStorageFault)).toBe('database_busy')
    only.release()
    await full.end()
    await closed.end()
    await database.remove()
  })
})
