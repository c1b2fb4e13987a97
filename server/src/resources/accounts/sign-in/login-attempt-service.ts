import { createHmac } from 'node:crypto'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/db.ts'
import { HttpError, tooMany } from '../../../errors.ts'
import { addressForLimit } from '../../../text/ip-address.ts'
import { type LocalisedText, localised } from '../../../text/localised-text.ts'
import type { History } from '../../history/history-service.ts'
import {
  cancelAttempt,
  clearAttempts,
  countAttempts,
  type RateLimit,
  rangeLimits,
  reserveAttempt,
} from '../../rate-limits/rate-limit-store.ts'
import { usernameKey } from '../username-rules.ts'
import { TICKET_MS } from './login-ticket-store.ts'
import * as store from './refused-sign-in-store.ts'
import { findDeviceMarkKey } from './trusted-device-store.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Wrong codes per account and hour. With 20 a day, a year of guesses succeeds at a chance of 2 %. */
const CODES_PER_HOUR = 10
const CODES_PER_DAY = 20

/** Which limit of failures was reached: the account's or the IP address's. */
export type ReachedLimit = 'account' | 'address'

interface PasswordCheck<Result> {
  /** The first limit is the account's own: a right password clears its failures. */
  limits: readonly [RateLimit, ...RateLimit[]]
  /** Returns undefined for a wrong password. */
  check: () => Promise<Result | undefined>
  tooOften: (waitMs: number, limit: ReachedLimit) => LocalisedText
}

/**
 * Runs `check` within the failure limits, and returns its result. A wrong password counts as a
 * failure under every limit, an exception does not count. Throws tooMany().
 */
export async function checkWithinLimits<Result>(
  db: Db,
  { limits, check, tooOften }: PasswordCheck<Result>,
): Promise<Result | undefined> {
  const [own] = limits
  // Recorded before the check, so that concurrent guesses cannot exceed the limit.
  const reservation = await reserveAttempt(db, limits)
  if ('retryAfterMs' in reservation) {
    const { retryAfterMs, key } = reservation
    throw tooMany(tooOften(retryAfterMs, key === own.key ? 'account' : 'address'), Math.ceil(retryAfterMs / 1000))
  }
  let result: Result | undefined
  try {
    result = await check()
  } catch (error) {
    await cancelAttempt(db, reservation.attemptId)
    throw error
  }
  if (result !== undefined) await clearAttempts(db, own.key)
  return result
}

/** Limits of a sign-in by a browser that has not signed in to the account before. */
export function unknownDeviceLimits(
  config: Config,
  { account, ip }: { account: string; ip: string },
): PasswordCheck<unknown>['limits'] {
  const { loginWindowMs: windowMs } = config
  return [
    { key: `${account}@${addressForLimit(ip)}`, max: config.loginAccountFailures, windowMs },
    { key: account, windowMs },
    addressLimit(config, ip),
    ...rangeLimits(ip, { kind: 'login-range', max: config.loginRangeFailures, windowMs: DAY_MS }),
  ]
}

/**
 * Limits of a sign-in by a browser that has signed in to the account before. Failures of unknown
 * browsers do not count.
 */
export function knownDeviceLimits(
  config: Config,
  { account, deviceId }: { account: string; deviceId: string },
): PasswordCheck<unknown>['limits'] {
  const { loginWindowMs: windowMs } = config
  return [
    { key: `${account}#${deviceId}`, max: config.loginAccountFailures, windowMs },
    { key: knownDevicesKey(account), max: config.loginSlowFailures, windowMs },
    { key: account, windowMs },
  ]
}

/**
 * Whether the failures of all known browsers of the account are below their shared limit. Each
 * sign-in gives a new mark, so a client could collect marks and use each up.
 */
export async function trustsDeviceMarks(db: Db, { loginSlowFailures }: Config, account: string): Promise<boolean> {
  return (await countAttempts(db, knownDevicesKey(account))) < loginSlowFailures
}

/**
 * Limits of a signed-in user's wrong passwords. By id, because the user could change the username
 * after every tenth guess.
 */
export function signedInLimits(
  config: Config,
  { adminId, ip }: { adminId: string; ip: string },
): PasswordCheck<unknown>['limits'] {
  const { loginWindowMs: windowMs, loginAccountFailures: max } = config
  return [{ key: signedInKey(adminId), max, windowMs }, addressLimit(config, ip)]
}

/**
 * Limits of wrong codes at the second step of a sign-in. A browser in which the user gave a code
 * before has its own: whoever knows the password must not keep the user out there.
 */
export function codeLimits(
  config: Config,
  { adminId, deviceId, ip }: { adminId: string; deviceId: string | undefined; ip: string },
): PasswordCheck<unknown>['limits'] {
  if (deviceId !== undefined) return codeLimitsOf(adminId, `#${deviceId}`)
  const range = { kind: 'login-range', max: config.loginRangeFailures, windowMs: DAY_MS }
  return [...codeLimitsOf(adminId), addressLimit(config, ip), ...rangeLimits(ip, range)]
}

/** Limits of wrong codes of a signed-in user. Do not count for sign-ins: the session may be stolen. */
export function signedInCodeLimits(adminId: string): PasswordCheck<unknown>['limits'] {
  return codeLimitsOf(adminId, '@')
}

function codeLimitsOf(adminId: string, from = ''): PasswordCheck<unknown>['limits'] {
  const key = `login-code:${adminId}${from}`
  return [
    { key, max: CODES_PER_DAY, windowMs: DAY_MS },
    { key: `${key}:hour`, max: CODES_PER_HOUR, windowMs: HOUR_MS },
    { key: allCodesKey(adminId), windowMs: DAY_MS },
  ]
}

/**
 * Whether sign-ins to the account failed so often, from any address, that each further one must
 * wait. Unknown names have failures too, so that the wait does not reveal names.
 */
export async function isUnderAttack(db: Db, { loginSlowFailures }: Config, account: string): Promise<boolean> {
  // The sign-in that asks is already counted.
  return (await countAttempts(db, account)) > loginSlowFailures
}

/** Clears an account's failures. Called when an admin or the command line sets a new password. */
export async function clearFailures(db: Db, { _id, username }: { _id: string; username: string }): Promise<void> {
  await clearAttempts(db, accountKey(await findDeviceMarkKey(db), username))
  await clearAttempts(db, signedInKey(_id))
  await clearAttempts(db, allCodesKey(_id))
}

function addressLimit({ loginAddressFailures: max, loginWindowMs: windowMs }: Config, ip: string): RateLimit {
  return { key: `login-address:${addressForLimit(ip)}`, max, windowMs }
}

function signedInKey(adminId: string): string {
  return `login-signed-in:${adminId}`
}

/** All wrong codes of the account. A right one clears only those from the same limits. */
function allCodesKey(adminId: string): string {
  return `login-codes:${adminId}`
}

function knownDevicesKey(account: string): string {
  return `${account}#`
}

/**
 * Returns the key of an account's limits. Hashed with the server's key, because a user may type the
 * password into the username field: without the key, guesses cannot be compared with the rows.
 */
export function accountKey(serverKey: string, username: string): string {
  return `login:${createHmac('sha256', serverKey)
    .update(`limit of ${usernameKey(username)}`)
    .digest('hex')}`
}

/** Says how long to wait, rounded up to the seconds, minutes or hours that people count in. */
export function tryAgainIn(waitMs: number): LocalisedText {
  return localised('Please try again in {duration}.', { duration: duration(waitMs) })
}

function duration(ms: number): LocalisedText {
  if (ms < MINUTE_MS / 2) {
    const count = Math.ceil(ms / SECOND_MS)
    return count === 1 ? localised('a second') : localised('{count} seconds', { count })
  }
  if (ms <= 90 * MINUTE_MS) {
    const count = Math.ceil(ms / MINUTE_MS)
    return count === 1 ? localised('a minute') : localised('{count} minutes', { count })
  }
  return localised('{count} hours', { count: Math.ceil(ms / HOUR_MS) })
}

export function tooManyLogins(waitMs: number): LocalisedText {
  return localised('There were too many failed logins. {tryAgain}', { tryAgain: tryAgainIn(waitMs) })
}

export function tooManyCodes(waitMs: number): LocalisedText {
  return localised(
    'There were too many wrong codes. {tryAgain} If they were not yours, change your password on a device where you are logged in.',
    { tryAgain: tryAgainIn(waitMs) },
  )
}

/** Codes of refusals that are guesses of a password or code: a wrong one, or one of too many. */
const GUESSES = ['wrong_credentials', 'wrong_code', 'ticket_ended', 'bad_request', 'too_many']
/** Length of `2026-11-23T06:01`. */
const MINUTE_LENGTH = 16
const USER_AGENT_MAX = 200
/** Rows per transaction. */
const BATCH = 100
/** Later minutes are from a clock that was ahead. Other servers' clocks may differ by seconds. */
const NEW_MINUTES_MS = 2 * 60_000

interface Attempt {
  action: store.RefusedSignIns['action']
  /** Empty if the typed name is no account: the name itself may be a password and is not stored. */
  adminId: string
  ip: string
  userAgent: string
}

type SecondStep = Omit<Attempt, 'action'> & { ticketIssuedAt: Date }

/** Runs `check`. Counts a refused password or code for the history, then throws the refusal again. */
export async function countRefusals<Result>(db: Db, attempt: Attempt, check: () => Promise<Result>): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof HttpError && GUESSES.includes(error.code))
      await store.countRefusal(db, rowOf(attempt, new Date()))
    throw error
  }
}

/** Counts a right password whose code is still missing. It stays counted unless the code is given. */
export async function countMissingCode(db: Db, { ticketIssuedAt, ...attempt }: SecondStep): Promise<void> {
  await store.countRefusal(db, rowOf({ ...attempt, action: 'session.code-missing' }, ticketIssuedAt))
}

/** A code that comes from another address leaves the count: two people may have the password. */
export async function uncountMissingCode(transaction: Db, { ticketIssuedAt, ...attempt }: SecondStep): Promise<void> {
  await store.uncountRefusal(transaction, rowOf({ ...attempt, action: 'session.code-missing' }, ticketIssuedAt))
}

function rowOf({ action, adminId, ip, userAgent }: Attempt, at: Date): Omit<store.RefusedSignIns, 'count'> {
  return {
    minute: minuteOf(at),
    action,
    admin_id: adminId,
    network: addressForLimit(ip),
    ip,
    user_agent: userAgent.slice(0, USER_AGENT_MAX),
  }
}

/**
 * Moves the counts of minutes that are over to the history: a row per account and address. Each
 * transaction is short, because other changes wait for it.
 */
export async function recordRefusals(
  { db, history }: { db: Db; history: History },
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const current = {
    minute: minuteOf(now),
    // Until then the code may still be given.
    codesBefore: minuteOf(new Date(now.getTime() - TICKET_MS)),
    latest: minuteOf(new Date(now.getTime() + NEW_MINUTES_MS)),
  }
  for (let isOver = false; !isOver && !signal?.aborted; ) {
    isOver = await db.transaction().execute(async (transaction) => {
      const rows = await store.takeRefusals(transaction, { ...current, limit: BATCH })
      const counted = rows.filter(({ count }) => count > 0)
      if (counted.length > 0) await history.recordAll(transaction, counted.map(entryOf))
      return rows.length < BATCH
    })
  }
}

function entryOf({
  action,
  admin_id,
  ip,
  user_agent,
  count,
  minute,
  username,
}: Awaited<ReturnType<typeof store.takeRefusals>>[number]) {
  const details = { ...(username !== null && { of: username }), count, minute: `${minute}Z` }
  return {
    origin: { actor: null, ip, userAgent: user_agent },
    entry: { action, recordKind: 'admin', recordId: admin_id, details },
  }
}

/** In UTC, such as `2026-11-23T06:01`. */
function minuteOf(time: Date): string {
  return time.toISOString().slice(0, MINUTE_LENGTH)
}
