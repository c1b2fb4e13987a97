import { hash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from '@sevadesk/contract/session-schemas.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { HttpError, tooMany } from '../../errors.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { type AdminSecret, findAdminSecret, parseSections, replacePasswordHash } from '../admins/admin-store.ts'
import { dummyHash, hashPassword, isOutdated, verifyPassword } from '../admins/password-hash-service.ts'
import { usernameKey } from '../admins/username-key.ts'
import { findDeviceMark, renewDeviceMark } from './device-mark.ts'
import { findDeviceMarkKey } from './device-mark-store.ts'
import {
  checkWithinLimits,
  isUnderAttack,
  knownDeviceLimits,
  trustsDeviceMarks,
  unknownDeviceLimits,
} from './login-attempt-service.ts'
import { delayLogin, LOGIN_DELAY_MS } from './login-delay-service.ts'
import { tooManyLogins } from './login-messages.ts'
import {
  deleteSessionsEndedBefore,
  findLiveSession,
  type LiveSession,
  limitFutureSessions,
  listSessionsOf,
  openSession,
  recordLastSeen,
  revokeSession,
} from './session-store.ts'
import { sessionView } from './session-view.ts'

/** Limits the writes, because a page with pictures sends many requests. */
const RECORD_LAST_SEEN_EVERY_MS = 60_000
/** Calls that only read go on while the database takes no writes. */
const RECORD_USE_LIMIT_MS = 100
const USER_AGENT_MAX = 500
const LIST_ENDED_FOR_MS = 30 * 24 * 60 * 60 * 1000

const WRONG_CREDENTIALS = { en: 'The username or password is not correct.', hi: 'यूज़रनेम या पासवर्ड सही नहीं है।' }

export interface Login {
  username: string
  password: string
  ip: string
  userAgent: string
  /** The browser's marks of accounts that it signed in to before. */
  deviceMarks: string
}

interface OpenedSession {
  token: string
  adminId: string
}

interface NewLogin extends OpenedSession {
  /** The browser's marks with that of this account. */
  deviceMarks: string
}

/**
 * Opens a session. Throws 401 for an unknown name and for a wrong password alike, and tooMany()
 * after too many failures (decision 35).
 */
export async function login(db: Db, config: Config, attempt: Login): Promise<NewLogin> {
  const { username, ip, deviceMarks } = attempt
  const key = await findDeviceMarkKey(db)
  const accountId = (await findAdminSecret(db, username))?.id ?? ''
  const mark = findDeviceMark(key, accountId, deviceMarks)
  const device = mark && (await trustsDeviceMarks(db, config, username)) ? mark : undefined
  let isCrowded = false
  const opened = await checkWithinLimits(db, {
    limits: device
      ? knownDeviceLimits(config, { username, deviceId: device.deviceId })
      : unknownDeviceLimits(config, { username, ip }),
    check: async () => {
      const mustWait = !device && (await isUnderAttack(db, config, username))
      // Without a free place the password is checked at once, so that the right one is not refused.
      if (mustWait) isCrowded = !(await delayLogin(usernameKey(username)))
      return checkAndOpen(db, config, attempt, device !== undefined)
    },
    tooOften: tooManyLogins,
  })
  if (!opened && isCrowded) throw tooMany(tooManyLogins(LOGIN_DELAY_MS), LOGIN_DELAY_MS / 1000)
  if (!opened) throw new HttpError(401, 'wrong_credentials', WRONG_CREDENTIALS)
  await deleteSessionsEndedBefore(db, listedSince(config, new Date()))
  await limitFutureSessions(db, new Date(), config.sessionMaxMs)
  return { ...opened, deviceMarks: renewDeviceMark(key, opened.adminId, deviceMarks) }
}

/**
 * Tries twice, because a concurrent sign-in may replace the password hash between the check and
 * openSession().
 */
async function checkAndOpen(
  db: Db,
  config: Config,
  attempt: Login,
  isKnownDevice: boolean,
): Promise<OpenedSession | undefined> {
  for (let attempts = 0; attempts < 2; attempts += 1) {
    const secret = await checkPassword(db, config, attempt, isKnownDevice)
    if (!secret) return undefined
    const token = randomBytes(32).toString('base64url')
    const session = {
      tokenHash: sha256(token),
      adminId: secret.id,
      userAgent: attempt.userAgent.slice(0, USER_AGENT_MAX),
      ip: attempt.ip,
      expiresAt: new Date(Date.now() + config.sessionMaxMs),
    }
    if (await openSession(db, session, secret.passwordHash)) return { token, adminId: secret.id }
  }
  return undefined
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
  const isRight = await verifyPassword(secret?.passwordHash ?? dummy, password, { goesFirst: isKnownDevice })
  if (!secret || !isRight) return undefined
  if (!isOutdated(secret.passwordHash, config.argon2)) return secret
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
  const session = await findLiveSession(db, sha256(token), {
    now,
    idleSince: new Date((activeSince ?? now).getTime() - config.sessionIdleMs),
  })
  if (!session) return null
  if (activeSince === undefined) await recordUse(db, config, session, now)
  return { ...session.admin, sections: parseSections(session.admin.sections), sessionId: session.sessionId }
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

export async function endSession(db: Db, token: string): Promise<void> {
  await revokeSession(db, sha256(token), new Date())
}

function sha256(text: string): string {
  return hash('sha256', text)
}
