import { createHash } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import { tooMany } from '../../errors.ts'
import type { LocalisedText } from '../../text/localised-text.ts'
import { limitedAddress } from './limited-address.ts'
import { clearAttempts, type Exhausted, reserveAttempt, withdrawAttempt } from './login-attempt-store.ts'

/** One guess at a password. `account` is whose failures it adds to, in one word that no other account has. */
export interface Guess {
  account: string
  ip: string
}

/**
 * Runs a check of a password as far as account and address have failures left. Answers what `check` answers: undefined is one more failure,
 * anything else lets the account start anew, and what it throws counts for nothing. Throws tooMany() with the sentence for so many minutes and for whose
 * failures were too many.
 */
export async function checkWithinLimits<Result>(
  db: Db,
  config: Config,
  { account, ip }: Guess,
  {
    check,
    tooOften,
  }: { check: () => Promise<Result | undefined>; tooOften: (minutes: number, exhausted: Exhausted) => LocalisedText },
): Promise<Result | undefined> {
  const attempt = { accountKey: accountKey(account), address: limitedAddress(ip) }
  const limits = {
    windowMs: config.loginWindowMs,
    accountFailures: config.loginAccountFailures,
    addressFailures: config.loginAddressFailures,
  }
  const reservation = await reserveAttempt(db, attempt, limits, new Date())
  if ('retryAfterMs' in reservation) {
    const { retryAfterMs, exhausted } = reservation
    throw tooMany(tooOften(Math.ceil(retryAfterMs / 60_000), exhausted), Math.ceil(retryAfterMs / 1000))
  }
  let result: Result | undefined
  try {
    result = await check()
  } catch (error) {
    await withdrawAttempt(db, reservation.attemptId)
    throw error
  }
  if (result !== undefined) await clearAttempts(db, attempt.accountKey)
  return result
}

/** Lets an account start anew, after somebody else has set its password. */
export async function forgetFailures(db: Db, account: string): Promise<void> {
  await clearAttempts(db, accountKey(account))
}

/** What was typed as a name may be a password in the wrong field, so it is kept as a hash alone. */
function accountKey(account: string): string {
  return createHash('sha256').update(account).digest('hex')
}
