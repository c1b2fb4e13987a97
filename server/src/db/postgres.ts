import { PostgresDialect } from 'kysely'
import pg from 'pg'
import { within } from '../concurrency/within.ts'
import { reasonOf, StartError } from '../errors.ts'
import type { Db } from './db.ts'
import { adviceOn } from './postgres-advice.ts'
import { markPooled, openClient, RetryingDb } from './postgres-client.ts'

const BIGINT_OID = 20

/** Limit for opening a connection, for waiting for a free one and for its first queries. */
const CONNECT_LIMIT_MS = 10_000
/** A response may take so much longer than statement_timeout until the network counts as silent. */
const RESPONSE_MARGIN_MS = 10_000

/**
 * In milliseconds, for the connections of a server, so that a stuck query or a forgotten lock does
 * not hold calls for ever. Parameters of these names in DATABASE_URL override them.
 */
export const SERVER_TIMEOUTS = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  // Shorter than a wait for a lock: of a machine that vanished with a lock, others notice nothing else.
  idle_in_transaction_session_timeout: 8000,
} as const

/**
 * PostgreSQL's default of 4 is for disks that turn. With it, counts and sums would read the whole table
 * instead of an index, in three times the time.
 */
const PLANNER_SETTINGS = { random_page_cost: 1.1 }

/** The pool of each database. */
const pools = new WeakMap<Db, pg.Pool>()

/**
 * Queries return bigint as a number: paise stay far below 2^53. Without `timeouts` the settings of
 * the database apply. Calls `onClose` when it is destroyed. Throws StartError.
 */
export async function openPostgres(
  url: string,
  { timeouts = {}, onClose }: { timeouts?: Partial<typeof SERVER_TIMEOUTS>; onClose?: (() => void) | undefined } = {},
): Promise<Db> {
  const { connectionString, parameters } = splitTimeouts(url)
  const settings = Object.entries({ ...PLANNER_SETTINGS, ...timeouts, ...parameters })
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    // Work without limits waits for ever on a machine that vanished.
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === BIGINT_OID ? (value: string) => Number(value) : pg.types.getTypeParser(oid, format),
    } as pg.CustomTypesConfig,
    async onConnect(client: pg.ClientBase & { processID?: number | undefined }) {
      // Without a listener an error event ends the process; the pool only listens to idle connections.
      client.on('error', () => undefined)
      const calls = settings.map((_, n) => `set_config($${2 * n + 2}, $${2 * n + 3}, false)`)
      // A pooler makes up the process id, so that a client can cancel its query. Settings of its sessions
      // would stay for other clients: `begin` sets them instead.
      const set = `select pg_backend_pid() = $1 as "isOwn", case when pg_backend_pid() = $1 then concat(${calls.join()}) end`
      const query = client.query<{ isOwn: boolean }>(set, [client.processID ?? 0, ...settings.flat()])
      const { rows } = await within(CONNECT_LIMIT_MS, query)
      if (!rows[0]?.isOwn) markPooled(client)
    },
  })
  // The pool replaces a broken connection, and the query on it fails.
  pool.on('error', () => undefined)
  try {
    const setLocal = settings
      .map(([name, value]) => `; set local ${name} = ${pg.escapeLiteral(String(value))}`)
      .join('')
    const { encoding, statementTimeout } = await readServerSettings(pool, `begin${setLocal}`)
    assertEncoding(encoding)
    const limits = {
      settings: setLocal,
      limitMs: statementTimeout > 0 ? statementTimeout + RESPONSE_MARGIN_MS : undefined,
    }
    const db = new RetryingDb({
      dialect: new PostgresDialect({
        pool: {
          options: pool.options,
          connect: async () => openClient(await pool.connect(), limits),
          end: () => pool.end().finally(onClose),
        },
      }),
    })
    pools.set(db, pool)
    return db
  } catch (error) {
    await pool.end()
    throw cannotReachPostgres(error)
  }
}

/** Returns the number of connections, and of queries that wait for one. */
export function countConnections(db: Db): Record<'busy' | 'idle' | 'waiting', number> {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db) ?? {}
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

/**
 * Separates the parameters of SERVER_TIMEOUTS from the URL. node-postgres would send them when it
 * connects, which PgBouncer refuses.
 */
function splitTimeouts(url: string): { connectionString: string; parameters: Record<string, string> } {
  const address = new URL(url)
  const parameters: Record<string, string> = {}
  for (const name of Object.keys(SERVER_TIMEOUTS)) {
    const value = address.searchParams.get(name)
    if (value === null) continue
    parameters[name] = value
    address.searchParams.delete(name)
  }
  return { connectionString: address.href, parameters }
}

function cannotReachPostgres(error: unknown): StartError {
  if (error instanceof StartError) return error
  return new StartError(
    `The PostgreSQL database of DATABASE_URL cannot be reached: ${reasonOf(error)}${adviceOn(error)}`,
  )
}

/** `statementTimeout` is in milliseconds; 0 means none. `begin` starts a transaction with its settings. */
async function readServerSettings(
  pool: pg.Pool,
  begin: string,
): Promise<{ encoding: string | undefined; statementTimeout: number }> {
  const client = await pool.connect()
  let isClosed = true
  try {
    await within(CONNECT_LIMIT_MS, client.query(begin))
    const query = client.query<{ encoding: string; timeout: string }>(
      `select current_setting('server_encoding') as encoding, setting as timeout
       from pg_settings where name = 'statement_timeout'`,
    )
    const { rows } = await within(CONNECT_LIMIT_MS, query)
    await within(CONNECT_LIMIT_MS, client.query('commit'))
    isClosed = false
    return { encoding: rows[0]?.encoding, statementTimeout: Number(rows[0]?.timeout ?? 0) }
  } finally {
    client.release(isClosed)
  }
}

/** Other encodings lack some scripts, so a Hindi title could later not be saved. */
function assertEncoding(encoding: string | undefined): void {
  if (encoding === 'UTF8') return
  throw new StartError(
    `The PostgreSQL database of DATABASE_URL keeps text as ${encoding}; make one with the encoding UTF8.`,
  )
}
