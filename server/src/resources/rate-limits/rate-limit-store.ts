import { countRows } from '../../db/count-rows.ts'
import { type Db, databaseNow, lockUntilCommit } from '../../db/db.ts'
import { newId } from '../../db/id.ts'
import { rangesForLimit } from '../../text/ip-address.ts'

/** At most `max` attempts with the key within a sliding window of `windowMs`. */
export interface RateLimit {
  key: string
  /** Without it, attempts are only counted. */
  max?: number
  windowMs: number
}

/**
 * A provider's range may hold so many sites at their limit. High, because few infected devices must
 * not shut out the other customers of a mobile network.
 */
const RANGE_FACTOR = 100

/** The limits of the address ranges of `ip`; `max` is that of the narrowest. */
export function rangeLimits(
  ip: string,
  { kind, max, windowMs }: { kind: string; max: number; windowMs: number },
): RateLimit[] {
  return rangesForLimit(ip).map((range, level) => ({
    key: `${kind}:${range}`,
    max: max * RANGE_FACTOR ** level,
    windowMs,
  }))
}

/** `key` belongs to the first limit that was reached. */
export type Reservation = { attemptId: string } | { retryAfterMs: number; key: string }

/**
 * Records an attempt under every key, unless a limit is reached. A lock across all processes keeps
 * concurrent attempts from exceeding a limit. A rejected attempt is not recorded, so no lockout
 * exceeds one window. By the database's clock: a server whose own is ahead would end the limits of all.
 */
export async function reserveAttempt(db: Db, limits: readonly RateLimit[]): Promise<Reservation> {
  return db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, 'rate-limit')
    const now = await databaseNow(transaction)
    await transaction.deleteFrom('rate_limit_attempts').where('expires_at', '<=', now.toISOString()).execute()
    const reached: { key: string; freeAt: number }[] = []
    for (const limit of limits) {
      await limitExpiry(transaction, limit, now)
      const expiresAt = await nextFreeAt(transaction, limit)
      if (expiresAt !== undefined) reached.push({ key: limit.key, freeAt: Date.parse(expiresAt) })
    }
    const [first] = reached
    if (first) {
      const freeAt = Math.max(...reached.map((limit) => limit.freeAt))
      return { retryAfterMs: Math.max(1, freeAt - now.getTime()), key: first.key }
    }
    const attemptId = newId()
    const rows = limits.map(({ key, windowMs }) => ({
      attempt_id: attemptId,
      key,
      expires_at: new Date(now.getTime() + windowMs).toISOString(),
    }))
    await transaction.insertInto('rate_limit_attempts').values(rows).execute()
    return { attemptId }
  })
}

/**
 * Counts attempts from the future as made now: the clock was ahead when they were recorded. A wait
 * never exceeds one window.
 */
async function limitExpiry(db: Db, { key, windowMs }: RateLimit, now: Date): Promise<void> {
  const latest = new Date(now.getTime() + windowMs).toISOString()
  await db
    .updateTable('rate_limit_attempts')
    .set({ expires_at: latest })
    .where('key', '=', key)
    .where('expires_at', '>', latest)
    .execute()
}

/** Returns when the limit next allows an attempt; undefined if it allows one now. */
async function nextFreeAt(db: Db, { key, max }: RateLimit): Promise<string | undefined> {
  if (max === undefined) return undefined
  const row = await db
    .selectFrom('rate_limit_attempts')
    .select('expires_at')
    .where('key', '=', key)
    .orderBy('expires_at', 'desc')
    .offset(max - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.expires_at
}

/** Whether the key has `max` attempts in its window. */
export async function isReached(db: Db, limit: RateLimit): Promise<boolean> {
  return (await nextFreeAt(db, limit)) !== undefined
}

/** Counts the attempts under the key that have not expired. */
export async function countAttempts(db: Db, key: string): Promise<number> {
  const now = await databaseNow(db)
  return countRows(
    db.selectFrom('rate_limit_attempts').where('key', '=', key).where('expires_at', '>', now.toISOString()),
  )
}

/** Deletes all attempts recorded under the key, including their rows under other keys. */
export async function clearAttempts(db: Db, key: string): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((transaction) => clearAttempts(transaction, key))
  await lockUntilCommit(db, 'rate-limit')
  await db
    .deleteFrom('rate_limit_attempts')
    .where('attempt_id', 'in', (attempts) =>
      attempts.selectFrom('rate_limit_attempts').select('attempt_id').where('key', '=', key),
    )
    .execute()
}

export async function cancelAttempt(db: Db, attemptId: string): Promise<void> {
  await db.deleteFrom('rate_limit_attempts').where('attempt_id', '=', attemptId).execute()
}
