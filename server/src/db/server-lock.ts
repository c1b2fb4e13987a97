import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../errors.ts'
import { cannotReachPostgres, splitTimeouts } from './postgres.ts'

const RETRY_MS = 250
/** PostgreSQL may need a moment to notice that the previous process has ended. */
const START_ATTEMPTS = 4
/** Longer than PostgreSQL needs to notice that a connection is dead, with KEEPALIVE. */
const TAKEN_AFTER_MS = 40_000
/** Ends the session of a machine that lost power or network after 25 s; the default is 2 hours. */
const KEEPALIVE = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'
/** Finds out that this machine lost the connection; routers also close idle ones. */
const CHECK_EVERY_MS = 20_000
/** Ending a connection whose network is gone would take minutes. */
const RELEASE_LIMIT_MS = 1000
/** The schema, because two trusts may share a database. */
const LOCK_KEY = "hashtextextended(concat('sevadesk:server:', current_schema()), 0)"

export interface ServerLock {
  release(): Promise<void>
}

export interface LockOptions {
  /** Takes the lock beside other shared holders. Starts beside an exclusive one, and takes it later. */
  isShared?: boolean
  /** Called if the connection was lost and another server has held the lock since. */
  onTaken(error: StartError): void
  /** Milliseconds after which a lock that is held by another session counts as taken. */
  takenAfterMs?: number
  /** Milliseconds between queries that check the connection, and the timeout of each. */
  checkEveryMs?: number
}

type Attempt = Required<Pick<LockOptions, 'isShared' | 'checkEveryMs'>>

/**
 * Keeps other servers off the PostgreSQL database by a session-level advisory lock on a connection
 * of its own. After a lost connection it takes the lock again (decision 4). Throws StartError if
 * another server holds the lock or the database cannot be reached.
 */
export async function lockDatabase(
  url: string,
  { isShared = false, onTaken, takenAfterMs = TAKEN_AFTER_MS, checkEveryMs = CHECK_EVERY_MS }: LockOptions,
): Promise<ServerLock> {
  let client = await lockForStart(url, { isShared, checkEveryMs })
  let isReleased = false
  if (client) watch(client)
  else void relock()

  function watch(holder: pg.Client): void {
    const check = setInterval(() => {
      // node-postgres then closes the socket, because a query is pending.
      holder.query('select 1').catch(() => void holder.end())
    }, checkEveryMs)
    check.unref()
    holder.once('end', () => {
      clearInterval(check)
      void relock()
    })
  }

  async function relock(): Promise<void> {
    let refusedAt: number | undefined
    while (!isReleased) {
      // While the database cannot be reached, nothing can be written either.
      const next = await tryLock(url, { isShared, checkEveryMs }).catch(() => undefined)
      if (next && 'client' in next) {
        client = next.client
        if (isReleased) await client.end()
        else watch(client)
        return
      }
      if (next && !isShared) {
        refusedAt ??= performance.now()
        if (performance.now() - refusedAt >= takenAfterMs) return onTaken(inUse())
      }
      // A shared holder waits beside an exclusive one until that has stopped.
      await sleep(next && isShared ? checkEveryMs : RETRY_MS, undefined, { ref: false })
    }
  }

  return {
    async release() {
      isReleased = true
      await Promise.race([client?.end(), sleep(RELEASE_LIMIT_MS, undefined, { ref: false })])
    },
  }
}

async function lockForStart(url: string, attempt: Attempt): Promise<pg.Client | undefined> {
  for (let tries = 1; tries <= START_ATTEMPTS; tries += 1) {
    const result = await tryLock(url, attempt).catch((error: unknown) => {
      throw cannotReachPostgres(error)
    })
    if ('client' in result) return result.client
    if (attempt.isShared) return undefined
    await sleep(RETRY_MS)
  }
  throw inUse()
}

async function tryLock(
  url: string,
  { isShared, checkEveryMs }: Attempt,
): Promise<{ client: pg.Client } | { isHeld: true }> {
  const { connectionString } = splitTimeouts(url)
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    query_timeout: checkEveryMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  // The connection may break at any time; `end` follows.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(KEEPALIVE)
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock${isShared ? '_shared' : ''}(${LOCK_KEY}) as locked`,
    )
    if (rows[0]?.locked) return { client }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  // Not awaited: on a silent network the end would take minutes.
  void client.end()
  return { isHeld: true }
}

function inUse(): StartError {
  return new StartError(
    'Another SevaDesk server is already using the PostgreSQL database of DATABASE_URL; stop it, or set ALLOW_SECOND_SERVER=true if two servers are meant to share it.',
  )
}
