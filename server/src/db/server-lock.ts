import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../errors.ts'
import { cannotReachPostgres } from './postgres.ts'

const RETRY_MS = 250
/** PostgreSQL may need a moment to notice that the previous process has ended. */
const START_ATTEMPTS = 4
/** Longer than PostgreSQL needs to notice that a connection is dead, with KEEPALIVE. */
const TAKEN_AFTER_MS = 40_000
/** Ends the session of a machine that lost power or network after 25 s; the default is 2 hours. */
const KEEPALIVE = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

export interface ServerLock {
  release(): Promise<void>
}

interface LockOptions {
  /** Called if the connection was lost and another server has held the lock since. */
  onTaken(error: StartError): void
  /** Milliseconds after which a lock that is held by another session counts as taken. */
  takenAfterMs?: number
}

/**
 * Keeps other servers off the PostgreSQL database by a session-level advisory lock on a connection
 * of its own. After a lost connection it takes the lock again (decision 37). Throws StartError if
 * another server holds the lock or the database cannot be reached.
 */
export async function lockDatabase(
  url: string,
  { onTaken, takenAfterMs = TAKEN_AFTER_MS }: LockOptions,
): Promise<ServerLock> {
  let client = await lockForStart(url)
  let isReleased = false
  relockWhenLost()

  function relockWhenLost(): void {
    client.once('end', () => void relock())
  }

  async function relock(): Promise<void> {
    let refusedAt: number | undefined
    while (!isReleased) {
      // While the database cannot be reached, nothing can be written either.
      const next = await tryLock(url).catch(() => undefined)
      if (next && 'client' in next) {
        client = next.client
        if (isReleased) await client.end()
        else relockWhenLost()
        return
      }
      if (next) {
        refusedAt ??= performance.now()
        if (performance.now() - refusedAt >= takenAfterMs) return onTaken(inUse())
      }
      await sleep(RETRY_MS, undefined, { ref: false })
    }
  }

  return {
    async release() {
      isReleased = true
      await client.end()
    },
  }
}

async function lockForStart(url: string): Promise<pg.Client> {
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
    const result = await tryLock(url).catch((error: unknown) => {
      throw cannotReachPostgres(error)
    })
    if ('client' in result) return result.client
    await sleep(RETRY_MS)
  }
  throw inUse()
}

async function tryLock(url: string): Promise<{ client: pg.Client } | { isHeld: true }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true })
  // The connection may break at any time; `end` follows.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(KEEPALIVE)
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_lock(hashtextextended('sevadesk:server', 0)) as locked",
    )
    if (rows[0]?.locked) return { client }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  await client.end()
  return { isHeld: true }
}

function inUse(): StartError {
  return new StartError(
    'Another SevaDesk server is already using the PostgreSQL database of DATABASE_URL; stop it, or set ALLOW_SECOND_SERVER=true if two servers are meant to share it.',
  )
}
