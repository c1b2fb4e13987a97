import { takeTurn } from '../../db/engine.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/schema.ts'

/** Who is trying: the account as a hash of its folded name, and the address as the limit counts it. */
export interface Attempt {
  accountKey: string
  address: string
}

export interface LoginLimits {
  windowMs: number
  accountFailures: number
  addressFailures: number
}

/** What has no failures left within the window: the account, or the address with all who share it. */
export type Exhausted = 'account' | 'address'

export type Reservation = { attemptId: string } | { retryAfterMs: number; exhausted: Exhausted }

/**
 * Writes an attempt down before its password is looked at, so that any number of guesses at once cannot pass the limit; one
 * that turns out well is taken back by `clearAttempts`. Answers how long to wait when the account or the address has used up
 * its failures. A refused attempt is not written down: nobody stays locked out for longer than one window.
 */
export async function reserveAttempt(db: Db, attempt: Attempt, limits: LoginLimits, now: Date): Promise<Reservation> {
  const since = new Date(now.getTime() - limits.windowMs).toISOString()
  return db.transaction().execute(async (transaction) => {
    await takeTurn(transaction, 'login')
    await transaction.deleteFrom('login_attempts').where('at', '<=', since).execute()
    const account = await waitFor(transaction, 'account_key', attempt.accountKey, limits.accountFailures)
    const address = await waitFor(transaction, 'address', attempt.address, limits.addressFailures)
    const waits = [account, address].flatMap((at) => at ?? [])
    if (waits.length > 0) {
      const freeAt = Math.max(...waits.map((at) => Date.parse(at) + limits.windowMs))
      const exhausted = account === undefined ? 'address' : 'account'
      return { retryAfterMs: Math.max(1, freeAt - now.getTime()), exhausted }
    }
    const attemptId = newId()
    await transaction
      .insertInto('login_attempts')
      .values({ id: attemptId, account_key: attempt.accountKey, address: attempt.address, at: now.toISOString() })
      .execute()
    return { attemptId }
  })
}

/** The attempt that must leave the window before there is room again, if there is none now. */
async function waitFor(
  db: Db,
  column: 'account_key' | 'address',
  value: string,
  limit: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('login_attempts')
    .select('at')
    .where(column, '=', value)
    .orderBy('at', 'desc')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

/** After a success: the account starts anew. */
export async function clearAttempts(db: Db, accountKey: string): Promise<void> {
  await db.deleteFrom('login_attempts').where('account_key', '=', accountKey).execute()
}

/** For an attempt that was never judged, because something else failed. */
export async function withdrawAttempt(db: Db, attemptId: string): Promise<void> {
  await db.deleteFrom('login_attempts').where('id', '=', attemptId).execute()
}
