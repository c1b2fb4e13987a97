import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from '@sevadesk/contract/accounts/session-schemas.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/db.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { HttpError, tooMany } from '../../errors.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { LocationDatabase } from '../../locations/location-database.ts'
import { isLocalAddress, plainAddress } from '../../text/ip-address.ts'
import { localised } from '../../text/localised-text.ts'
import type { HistoryEntry } from '../history/history-service.ts'
import {
  type AdminSecret,
  findAdminSecret,
  parseDonationRights,
  parseSections,
  replacePasswordHash,
} from './admin-store.ts'
import { dummyHash, hashPassword, isOutdated, matchPassword } from './passwords/password-hash-service.ts'
import { isSecondStepRequired } from './second-step/second-step-rules.ts'
import { isSecondStepOn } from './second-step/second-step-store.ts'
import { deviceOf } from './session-device.ts'
import {
  deleteSessionsEndedBefore,
  findLiveSession,
  hashToken,
  type LiveSession,
  limitFutureSessions,
  listSessionsOf,
  type NewSession,
  openSession,
  recordLastSeen,
  type SessionRow,
} from './session-store.ts'
import { type DeviceMark, findDeviceMark, renewDeviceMark } from './sign-in/device-mark.ts'
import {
  accountKey,
  checkWithinLimits,
  countMissingCode,
  countRefusals,
  isUnderAttack,
  knownDeviceLimits,
  tooManyLogins,
  trustsDeviceMarks,
  unknownDeviceLimits,
} from './sign-in/login-attempt-service.ts'
import { insertTicket } from './sign-in/login-ticket-store.ts'
import { findDeviceMarkKey, isDeviceTrusted } from './sign-in/trusted-device-store.ts'
import { usernameKey } from './username-rules.ts'

/** Limits the writes, because a page with pictures sends many requests. */
const RECORD_LAST_SEEN_EVERY_MS = 60_000
/** Calls that only read go on while the database takes no writes. */
const RECORD_USE_LIMIT_MS = 100
const USER_AGENT_MAX = 500
const LIST_ENDED_FOR_MS = 30 * 24 * 60 * 60 * 1000

const WRONG_CREDENTIALS = localised('The username or password is not correct.')

const SECOND_STEP = localised('Enter the code from your authenticator app.')

/** From where a sign-in comes. */
export interface LoginOrigin {
  ip: string
  userAgent: string
  /** The browser's marks of accounts that it signed in to before. */
  deviceMarks: string
}

interface Login extends LoginOrigin {
  username: string
  password: string
}

export interface NewLogin {
  token: string
  adminId: string
  /** The browser's marks with that of this account. */
  deviceMarks: string
}

type LoginDependencies = Pick<AppDependencies, 'db' | 'config' | 'history'>

/**
 * Opens a session. Throws 401 for an unknown name and for a wrong password alike, and tooMany()
 * after too many failures (decision 35). Throws 401 with a ticket if a code is needed.
 */
export async function login(dependencies: LoginDependencies, attempt: Login): Promise<NewLogin> {
  const { ip, userAgent } = attempt
  const adminId = (await findAdminSecret(dependencies.db, attempt.username))?.id ?? ''
  return countRefusals(dependencies.db, { action: 'session.refused', adminId, ip, userAgent }, () =>
    checkLogin(dependencies, attempt, adminId),
  )
}

/** `accountId` is empty for an unknown name. */
async function checkLogin(
  { db, config, history }: LoginDependencies,
  attempt: Login,
  accountId: string,
): Promise<NewLogin> {
  const { username, ip, deviceMarks } = attempt
  const key = await findDeviceMarkKey(db)
  const mark = findDeviceMark(key, accountId, deviceMarks)
  const account = accountKey(key, username)
  const device = mark && (await trustsDeviceMarks(db, config, account)) ? mark : undefined
  let isCrowded = false
  const opened = await checkWithinLimits(db, {
    limits: device
      ? knownDeviceLimits(config, { account, deviceId: device.deviceId })
      : unknownDeviceLimits(config, { account, ip }),
    check: async () => {
      const mustWait = !device && (await isUnderAttack(db, config, account))
      // Without a free place the password is checked at once, so that the right one is not refused.
      if (mustWait) isCrowded = !(await delayLogin(usernameKey(username)))
      return checkAndOpen({ db, config, history }, attempt, { key, mark, isKnownDevice: device !== undefined })
    },
    tooOften: tooManyLogins,
  })
  if (!opened && isCrowded) throw tooMany(tooManyLogins(LOGIN_DELAY_MS), LOGIN_DELAY_MS / 1000)
  if (!opened) throw new HttpError(401, 'wrong_credentials', WRONG_CREDENTIALS)
  if ('ticket' in opened) throw new HttpError(401, 'second_step', SECOND_STEP, opened)
  await cleanSessions(db, config)
  return opened
}

/** Deletes sessions that are no longer listed. Called after each sign-in. */
export async function cleanSessions(db: Db, config: Config): Promise<void> {
  await deleteSessionsEndedBefore(db, listedSince(config, new Date()))
  await limitFutureSessions(db, new Date(), config.sessionMaxMs)
}

/** A new session, and the token and marks for its browser. `key` signs device marks. */
export function newLogin(
  config: Config,
  key: string,
  { adminId, userAgent, ip, deviceMarks, hasCode }: LoginOrigin & Pick<NewSession, 'adminId' | 'hasCode'>,
): { session: NewSession; login: NewLogin } {
  const token = randomBytes(32).toString('base64url')
  const { deviceId, marks } = renewDeviceMark(key, adminId, deviceMarks)
  return {
    session: {
      tokenHash: hashToken(token),
      adminId,
      userAgent: userAgent.slice(0, USER_AGENT_MAX),
      ip,
      expiresAt: new Date(Date.now() + config.sessionMaxMs),
      deviceId,
      hasCode,
    },
    login: { token, adminId, deviceMarks: marks },
  }
}

/**
 * Tries twice, because a concurrent sign-in may replace the password hash between the check and
 * openSession().
 */
async function checkAndOpen(
  { db, config, history }: LoginDependencies,
  attempt: Login,
  { key, mark, isKnownDevice }: { key: string; mark: DeviceMark | undefined; isKnownDevice: boolean },
): Promise<NewLogin | { ticket: string } | undefined> {
  for (let attempts = 0; attempts < 2; attempts += 1) {
    const secret = await checkPassword(db, config, attempt, isKnownDevice)
    if (!secret) return undefined
    if (await needsCode(db, secret.id, mark)) return { ticket: await issueTicket(db, secret, attempt) }
    const { session, login } = newLogin(config, key, { ...attempt, adminId: secret.id, hasCode: false })
    const isOpen = await db.transaction().execute(async (transaction) => {
      const id = await openSession(transaction, session, secret.passwordHash)
      if (id === undefined) return false
      const actor = { id: secret.id, username: secret.username }
      const entry: HistoryEntry = { action: 'session.opened', recordKind: 'session', recordId: id }
      await history.from({ ip: attempt.ip, userAgent: attempt.userAgent, actor }).record(transaction, entry)
      return true
    })
    if (isOpen) return login
  }
  return undefined
}

async function needsCode(db: Db, adminId: string, mark: DeviceMark | undefined): Promise<boolean> {
  if (!(await isSecondStepOn(db, adminId))) return false
  return !mark || !(await isDeviceTrusted(db, { adminId, deviceId: mark.deviceId }, new Date()))
}

async function issueTicket(
  db: Db,
  { id: adminId, passwordHash }: AdminSecret,
  { ip, userAgent }: LoginOrigin,
): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  const now = new Date()
  await countMissingCode(db, { adminId, ip, userAgent, ticketIssuedAt: now })
  await insertTicket(db, hashToken(ticket), { adminId, passwordHash }, now)
  return ticket
}

/**
 * Does the same work for an unknown name, so that the response time does not reveal names. Known
 * devices go first: a flood of guesses must not keep their users out.
 */
async function checkPassword(
  db: Db,
  config: Config,
  { username, password }: Login,
  isKnownDevice: boolean,
): Promise<AdminSecret | undefined> {
  const dummy = await dummyHash(config.argon2)
  const secret = await findAdminSecret(db, username)
  const match = await matchPassword(secret?.passwordHash ?? dummy, password, { goesFirst: isKnownDevice })
  if (!secret || !match) return undefined
  if (match === 'prepared' && !isOutdated(secret.passwordHash, config.argon2)) return secret
  const passwordHash = await hashPassword(password, config.argon2, { goesFirst: isKnownDevice })
  await replacePasswordHash(db, secret, passwordHash)
  return { ...secret, passwordHash }
}

/**
 * Returns null if the session is unknown, revoked, idle for too long or expired. A session that is
 * authenticated again for a request of `activeSince` has not been idle meanwhile; this writes
 * nothing, because a failed write would abort the caller's transaction on PostgreSQL.
 */
export async function authenticate(
  db: Db,
  config: Config,
  token: string,
  activeSince?: Date,
): Promise<SignedIn | null> {
  const now = new Date()
  const session = await findLiveSession(db, hashToken(token), {
    now,
    idleSince: new Date((activeSince ?? now).getTime() - config.sessionIdleMs),
  })
  if (!session) return null
  if (activeSince === undefined) await recordUse(db, config, session, now)
  const { admin, sessionId, openedAt, codeAt } = session
  const mustSetUpSecondStep = !admin.hasSecondStep && isSecondStepRequired(config, admin.role)
  const donationRights = parseDonationRights(admin.donationRights)
  return {
    ...admin,
    sections: parseSections(admin.sections),
    donationRights,
    sessionId,
    openedAt,
    codeAt,
    mustSetUpSecondStep,
  }
}

async function recordUse(db: Db, config: Config, session: LiveSession, now: Date): Promise<void> {
  const recordEveryMs = Math.min(RECORD_LAST_SEEN_EVERY_MS, config.sessionIdleMs / 10)
  const isDue = now.getTime() - Date.parse(session.lastSeenAt) >= recordEveryMs
  const isAhead = isFromFuture(session, now, config)
  if (!isDue && !isAhead) return
  const write = async () => {
    if (isAhead) await limitFutureSessions(db, now, config.sessionMaxMs)
    if (isDue) await recordLastSeen(db, session, now)
  }
  await Promise.race([write().catch(() => undefined), sleep(RECORD_USE_LIMIT_MS, undefined, { ref: false })])
}

function isFromFuture({ lastSeenAt, expiresAt }: LiveSession, now: Date, { sessionMaxMs }: Config): boolean {
  return Date.parse(lastSeenAt) > now.getTime() || Date.parse(expiresAt) > now.getTime() + sessionMaxMs
}

/** Lists the account's sessions, including those that ended within the last 30 days. */
export async function listSessions(
  { config, db, locations }: Pick<AppDependencies, 'config' | 'db' | 'locations'>,
  admin: SignedIn,
): Promise<Session[]> {
  const now = new Date()
  const owner = { adminId: admin.id, currentId: admin.sessionId }
  const rows = await listSessionsOf(db, owner, listedSince(config, now))
  return rows.map((row) => sessionView(row, { admin, now, idleMs: config.sessionIdleMs, locations }))
}

function listedSince({ sessionIdleMs }: Config, now: Date) {
  return { before: new Date(now.getTime() - LIST_ENDED_FOR_MS), idleMs: sessionIdleMs }
}

export const LOGIN_DELAY_MS = 2000
/** Delayed sign-ins at once, per account: each keeps a connection open. */
const MAX_WAITING = 20

const waiting = new Map<string, number>()

/**
 * Delays a sign-in to an account under attack. Returns false without a delay if too many sign-ins
 * to the account are waiting.
 */
async function delayLogin(account: string): Promise<boolean> {
  const others = waiting.get(account) ?? 0
  if (others >= MAX_WAITING) return false
  waiting.set(account, others + 1)
  await new Promise((resolve) => setTimeout(resolve, LOGIN_DELAY_MS))
  const left = (waiting.get(account) ?? 1) - 1
  if (left > 0) waiting.set(account, left)
  else waiting.delete(account)
  return true
}

interface ViewOptions {
  admin: SignedIn
  now: Date
  idleMs: number
  locations: LocationDatabase
}

/** A session as its owner sees it. */
function sessionView(row: SessionRow, { admin, now, idleMs, locations }: ViewOptions): Session {
  const isIdle = now.getTime() - Date.parse(row.last_seen_at) >= idleMs
  return {
    _id: row.id,
    sessionId: row.id,
    device: deviceOf(row.user_agent),
    ...whereFrom(row.ip, locations),
    // The clock may have been ahead.
    lastSeenAt: new Date(Math.min(Date.parse(row.last_seen_at), now.getTime())).toISOString(),
    isActive: row.revoked_at === null && Date.parse(row.expires_at) > now.getTime() && !isIdle,
    isCurrent: row.id === admin.sessionId,
    ...(row.trusted_until && row.trusted_until > now.toISOString() && { trustedUntil: row.trusted_until }),
    adminId: { username: admin.username, email: admin.email },
  }
}

/** Returns the address as people write it, and its location. */
export function whereFrom(address: string, locations: LocationDatabase): { ip: string; location: string } {
  const ip = plainAddress(address)
  return { ip, location: isLocalAddress(ip) ? 'Local network' : (locations.find(ip) ?? 'Unknown') }
}
