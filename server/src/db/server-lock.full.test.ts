import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findStorageFault } from '../http/storage-fault.ts'
import { makeEmptyDatabase, makeMigratedDatabase, onlyPostgres, type TestDatabase } from '../testing/databases.ts'
import { openNetwork } from '../testing/silent-network.ts'
import { openDatabase, openDatabaseBeside } from './database.ts'
import { type Db, liftTimeouts } from './db.ts'
import { type LockOptions, lockDatabase, type ServerLock } from './server-lock.ts'

/** Also the timeout of each query. Long, because the machine may be busy. */
const CHECK_EVERY_MS = 2000

onlyPostgres(() => {
  let database: TestDatabase
  let url: string
  let beside: pg.Client
  let locks: ServerLock[]
  beforeEach(async () => {
    database = await makeEmptyDatabase('PostgreSQL')
    url = database.databaseUrl ?? ''
    beside = new pg.Client({ connectionString: url })
    await beside.connect()
    locks = []
  })
  afterEach(async () => {
    for (const lock of locks) await lock.release()
    await beside.end()
    await database.remove()
  })

  async function lock({ address = url, ...options }: Partial<LockOptions> & { address?: string } = {}): Promise<void> {
    locks.push(await lockDatabase(address, { onTaken: () => {}, takenAfterMs: 0, ...options }))
  }

  /** The session that holds the lock. Other test files use the same PostgreSQL server. */
  async function findHolder(): Promise<number | undefined> {
    const { rows } = await beside.query<{ pid: number }>(
      `select pid from pg_locks join pg_database on pg_database.oid = database
       where locktype = 'advisory' and granted and datname = current_database()`,
    )
    return rows[0]?.pid
  }

  test('refuses a second server until the first has stopped', async () => {
    await lock()
    await expect(lock()).rejects.toThrow(/^Another SevaDesk server is already using .*ALLOW_SECOND_SERVER=true .*\.$/)
    await locks.pop()?.release()
    await lock()
  })

  test('lets servers that share the lock start, and then no other', async () => {
    await lock({ isShared: true })
    await lock({ isShared: true })
    await locks.shift()?.release()
    await expect(lock()).rejects.toThrow(/already using/)
    for (const held of locks.splice(0)) await held.release()
    await lock()
    await lock({ isShared: true })
  })

  test('a server that may share the lock takes it once the server without the setting has stopped', async () => {
    await lock()
    await lock({ isShared: true, checkEveryMs: CHECK_EVERY_MS })
    await locks.shift()?.release()
    await expect.poll(() => findHolder()).toBeDefined()
    await expect(lock()).rejects.toThrow(/already using/)
  })

  test('lets one server start in each schema of a database', async () => {
    await beside.query('create schema other')
    await lock()
    await lock({ address: `${url}?options=-csearch_path%3Dother` })
  })

  test('takes the lock again after the connection is lost', async () => {
    await lock()
    const first = await findHolder()
    await beside.query('select pg_terminate_backend($1)', [first])
    await vi.waitFor(async () => expect([undefined, first]).not.toContain(await findHolder()), 20_000)
    await expect(lock()).rejects.toThrow(/already using/)
  })

  test('notices a connection that went silent, and takes the lock again', async () => {
    const network = await openNetwork(url)
    await lock({ address: network.url, takenAfterMs: 60_000, checkEveryMs: CHECK_EVERY_MS })
    const first = await findHolder()
    network.silence()
    await expect.poll(() => network.calls()).toBeGreaterThan(1)
    expect(await findHolder()).toBe(first)
    network.cutSilenced()
    await vi.waitFor(async () => expect([undefined, first]).not.toContain(await findHolder()), 20_000)
    await expect(lock()).rejects.toThrow(/already using/)
    network.close()
  })

  test('reports that another server took the lock while the connection was lost', async () => {
    const onTaken = vi.fn()
    await lock({ onTaken })
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    const taken = other.query("select pg_advisory_lock(hashtextextended('sevadesk:server:public', 0))")
    await beside.query('select pg_terminate_backend($1)', [await findHolder()])
    await taken
    await expect.poll(() => onTaken).toHaveBeenCalledOnce()
    await other.end()
  })
})

onlyPostgres(() => {
  const settingsOf = async (db: Db) =>
    (
      await sql<{ setting: string; source: string }>`select setting, source from pg_settings
        where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`.execute(
        db,
      )
    ).rows
  const limitsOf = async (db: Db) => (await settingsOf(db)).map(({ setting }) => Number(setting))

  test('limits the connections of a server, but not startup work and the command lines', async () => {
    const database = await makeMigratedDatabase('PostgreSQL')
    const settings = { ...database, databaseUrl: `${database.databaseUrl}?lock_timeout=50` }
    const db = await openDatabase(settings)
    expect(await limitsOf(db)).toEqual([60_000, 50, 30_000])
    // PgBouncer refuses connections that bring settings.
    expect((await settingsOf(db)).map(({ source }) => source)).toEqual(Array(3).fill('session'))
    const lifted = await db.transaction().execute(async (transaction) => {
      await liftTimeouts(transaction)
      return limitsOf(transaction)
    })
    expect(lifted).toEqual([0, 0, 0])

    const beside = await openDatabaseBeside(database)
    expect(await limitsOf(beside)).toEqual([0, 0, 0])
    const refused = await beside.transaction().execute(async (transaction) => {
      await sql`lock table events in access exclusive mode`.execute(transaction)
      return db.selectFrom('events').select('id').execute().catch(findStorageFault)
    })
    expect(refused).toBe('database_busy')
    await db.destroy()
    await beside.destroy()
    await database.remove()
  })
})
