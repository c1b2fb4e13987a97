import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Db, databaseMs, isPostgres } from './db.ts'

/** A server that was killed keeps a row for so long. */
const LEASE_MS = 60_000

/**
 * Whether no server works on a row, by its `leased_until_ms`. A lease that ends later is from a clock
 * that was ahead. SQLite has one server, so a lease there is from an earlier process.
 */
export function isFree(db: Db): RawBuilder<SqlBool> {
  const now = databaseMs(db)
  if (!isPostgres(db)) return sql`1 = 1`
  return sql`coalesce(leased_until_ms, 0) not between ${now} and ${now} + ${sql.lit(LEASE_MS)}`
}

export function leaseEnd(db: Db): RawBuilder<number> {
  return sql`${databaseMs(db)} + ${sql.lit(LEASE_MS)}`
}

/** Runs `work` and calls `renew` until it ends. `renew` sets `leaseEnd`. */
export async function whileLeased<Result>(renew: () => Promise<unknown>, work: () => Promise<Result>): Promise<Result> {
  // While the database is away, no other server can take the row.
  const timer = setInterval(() => void renew().catch(() => undefined), LEASE_MS / 3).unref()
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
