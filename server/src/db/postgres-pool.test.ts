import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NoResponseError } from '../concurrency/within.ts'
import { makeMigratedDatabase, onlyPostgres, type TestDatabase } from '../testing/databases.ts'
import { openNetwork } from '../testing/silent-network.ts'
import { type Db, liftTimeouts } from './db.ts'
import { openPostgres } from './postgres.ts'

onlyPostgres(() => {
  let database: TestDatabase
  let network: Awaited<ReturnType<typeof openNetwork>>
  let db: Db
  beforeEach(async () => {
    database = await makeMigratedDatabase('PostgreSQL')
    network = await openNetwork(database.databaseUrl ?? '')
    // Only the time that the client waits is simulated; network and database are real.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    db = await openPostgres(`${network.url}?statement_timeout=5000`)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await db.destroy()
    network.close()
    await database.remove()
  })

  const read = (from: Db) => from.selectFrom('admins').select('id').execute()
  /** Records the result, so that a rejection is handled before the time is advanced. */
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'done' as const,
      (error: unknown) => error,
    )
  /** Real time passes until the event loop has sent what is queued. */
  const whileSent = () => new Promise((resolve) => setImmediate(resolve))

  test('ends a query and its connection after a silent network, and reads by a new one', async () => {
    await read(db)
    network.silence()
    const result = outcome(read(db))
    await whileSent()
    await vi.advanceTimersByTimeAsync(14_000)
    expect(network.calls()).toBe(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await result).toBeInstanceOf(NoResponseError)
    expect(await read(db)).toEqual([])
    expect(network.calls()).toBe(2)
  })

  test('a transaction that the network interrupts waits once', async () => {
    const { promise: silenced, resolve: onSilenced } = Promise.withResolvers<void>()
    const result = outcome(
      db.transaction().execute(async (transaction) => {
        await read(transaction)
        network.silence()
        onSilenced()
        await read(transaction)
      }),
    )
    await silenced
    await whileSent()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await Promise.race([result, whileSent()])).toBeInstanceOf(NoResponseError)
    expect(await read(db)).toEqual([])
  })

  test('does not wait longer than ten seconds for a connection', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const result = outcome(openPostgres(`postgres://a:b@127.0.0.1:${port}/x`))
    await whileSent()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await result).toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/cannot be reached: .*\.$/),
    })
    silent.close()
  })

  test('waits for work whose limits are lifted', async () => {
    const result = await db.transaction().execute(async (transaction) => {
      await liftTimeouts(transaction)
      const rows = read(transaction)
      await vi.advanceTimersByTimeAsync(3_600_000)
      return rows
    })
    expect(result).toEqual([])
  })
})
