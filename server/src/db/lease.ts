import { stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Db, databaseMs, isPostgres } from './db.ts'

/** A killed server holds its rows for this long. */
const LEASE_MS = 60_000

/**
 * Whether no server holds the lease of a row. A lease that ends after twice LEASE_MS is from a clock
 * that was ahead; a standby's clock may be a little behind. On SQLite, with one server, a lease is
 * from an earlier process.
 */
export function isFree(db: Db): RawBuilder<SqlBool> {
  const now = databaseMs(db)
  if (!isPostgres(db)) return sql`1 = 1`
  return sql`coalesce(leased_until_ms, 0) not between ${now} and ${now} + ${sql.lit(2 * LEASE_MS)}`
}

/** Identifies the data folder of this process, which no other process uses at the same time. */
let holder = ''

/** Ends the leases of an earlier process on this data folder. Call it before a server takes any. */
export async function endOwnLeases(db: Db, dataDir: string): Promise<void> {
  if (!isPostgres(db)) return
  const { dev, ino, birthtimeNs } = await stat(join(dataDir, 'server.lock'), { bigint: true })
  // The name of the machine, because copied machines have copies of the file.
  holder = [hostname(), dev, ino, birthtimeNs].join(' ')
  for (const table of ['jobs', 'periodic_tasks', 'pending_files'])
    await sql`update ${sql.table(table)} set leased_until_ms = null where leased_by = ${holder}`.execute(db)
}

/** Values of a row that this server works on. */
export function newLease(db: Db): { leased_until_ms: RawBuilder<number>; leased_by: string } {
  return { leased_until_ms: sql`${databaseMs(db)} + ${sql.lit(LEASE_MS)}`, leased_by: holder }
}

/** Whether this server had the last lease of a row. If it was paused for longer, another may work on the row. */
export function isOwn(): RawBuilder<SqlBool> {
  return sql`leased_by = ${holder}`
}

/**
 * Runs `work` and calls `renew` until it ends. `renew` sets `newLease`; if it returns false, another
 * server has the row, and the signal is aborted.
 */
export async function whileLeased<Result>(
  renew: () => Promise<unknown>,
  work: (lost: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController()
  const renewOrAbort = async () => {
    if ((await renew()) === false) lost.abort()
  }
  // While the database is away, no other server can take the row.
  const timer = setInterval(() => void renewOrAbort().catch(() => undefined), LEASE_MS / 3).unref()
  try {
    return await work(lost.signal)
  } finally {
    clearInterval(timer)
  }
}
