import { createHash } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import { tooMany } from '../../errors.ts'
import { addressForLimit } from '../../text/ip-address.ts'
import type { LocalisedText } from '../../text/localised-text.ts'
import { usernameKey } from '../admins/username-key.ts'
import { cancelAttempt, clearAttempts, reserveAttempt } from '../rate-limits/rate-limit-store.ts'

/** Which limit of failures was reached: the account's or the IP address's. */
export type ReachedLimit = 'account' | 'address'

interface PasswordCheck<Result> {
  /**
   * Key of the account's failures: usernameKey() at sign-in, signedInAccount() for a signed-in
   * user.
   */
  account: string
  ip: string
  /** Returns undefined for a wrong password. */
  check: () => Promise<Result | undefined>
  tooOften: (minutes: number, limit: ReachedLimit) => LocalisedText
}

/**
 * Runs `check` within the failure limits of the account and IP address, and returns its result. A
 * wrong password counts as a failure, a right password clears the account's failures, and an
 * exception is not counted. Throws tooMany().
 */
export async function checkWithinLimits<Result>(
  db: Db,
  config: Config,
  { account, ip, check, tooOften }: PasswordCheck<Result>,
): Promise<Result | undefined> {
  const key = accountKey(account)
  const windowMs = config.loginWindowMs
  const limits = [
    { key, max: config.loginAccountFailures, windowMs },
    { key: `login-address:${addressForLimit(ip)}`, max: config.loginAddressFailures, windowMs },
  ]
  // Recorded before the check, so that concurrent guesses cannot exceed the limit.
  const reservation = await reserveAttempt(db, limits, new Date())
  if ('retryAfterMs' in reservation) {
    const { retryAfterMs } = reservation
    const limit = reservation.key === key ? 'account' : 'address'
    throw tooMany(tooOften(Math.ceil(retryAfterMs / 60_000), limit), Math.ceil(retryAfterMs / 1000))
  }
  let result: Result | undefined
  try {
    result = await check()
  } catch (error) {
    await cancelAttempt(db, reservation.attemptId)
    throw error
  }
  if (result !== undefined) await clearAttempts(db, key)
  return result
}

/**
 * Key for wrong passwords of a signed-in user. Not the username, which the user could change after
 * every tenth guess. Never equals a username key, because those have no capitals.
 */
export function signedInAccount(adminId: string): string {
  return `Signed in: ${adminId}`
}

/** Clears an account's failures. Called when an admin or the command line sets a new password. */
export async function clearFailures(db: Db, { _id, username }: { _id: string; username: string }): Promise<void> {
  await clearAttempts(db, accountKey(usernameKey(username)))
  await clearAttempts(db, accountKey(signedInAccount(_id)))
}

/** Hashed, because a user may type the password into the username field. */
function accountKey(account: string): string {
  return `login:${createHash('sha256').update(account).digest('hex')}`
}
