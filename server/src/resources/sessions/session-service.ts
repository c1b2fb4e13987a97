import { createHash, randomBytes } from 'node:crypto'
import type { Session } from '@sevadesk/contract/session-schemas.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { HttpError } from '../../errors.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { LocalisedText } from '../../text/localised-text.ts'
import { type AdminSecret, findAdminSecret, parseSections, replacePasswordHash } from '../admins/admin-store.ts'
import { dummyHash, hashPassword, isOutdated, verifyPassword } from '../admins/password-hash.ts'
import { usernameKey } from '../admins/username-key.ts'
import { checkWithinLimits } from './login-attempt-service.ts'
import {
  deleteSessionsEndedBefore,
  findLiveSession,
  listSessionsOf,
  openSession,
  revokeSession,
  touchSession,
} from './session-store.ts'
import { sessionView } from './session-view.ts'

/** Writing down each request of a busy page would be a write per picture; a minute is exact enough for hours of idleness. */
const TOUCH_EVERY_MS = 60_000
const USER_AGENT_MAX = 500
/** How long an ended session stays in its owner's list. */
const KEEP_ENDED_MS = 30 * 24 * 60 * 60 * 1000

const WRONG_CREDENTIALS = { en: 'The username or password is not correct.', hi: 'यूज़रनेम या पासवर्ड सही नहीं है।' }

type ListParts = Pick<AppDependencies, 'config' | 'db' | 'places'>

export interface Login {
  username: string
  password: string
  ip: string
  userAgent: string
}

interface Opened {
  token: string
  adminId: string
}

/**
 * Checks the password and makes a new session. Throws 401 for a wrong name or password, the same for both, and
 * tooMany() when the account or the address has failed too often.
 */
export async function login(db: Db, config: Config, attempt: Login): Promise<Opened> {
  const opened = await checkWithinLimits(
    db,
    config,
    { account: usernameKey(attempt.username), ip: attempt.ip },
    { check: () => checkAndOpen(db, config, attempt), tooOften },
  )
  if (!opened) throw new HttpError(401, 'wrong_credentials', WRONG_CREDENTIALS)
  await deleteSessionsEndedBefore(db, forgotten(config, new Date()))
  return opened
}
/**
 * Looks once more when the password was stored anew meanwhile: another sign-in may have given it a hash of today's cost, and then it is
 * still the right one.
 */
async function checkAndOpen(db: Db, config: Config, attempt: Login): Promise<Opened | undefined> {
  for (let look = 0; look < 2; look += 1) {
    const secret = await checkPassword(db, config, attempt)
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

/** The same work for a name that exists and one that doesn't, so that the time taken tells nothing. */
async function checkPassword(db: Db, config: Config, { username, password }: Login): Promise<AdminSecret | undefined> {
  const dummy = await dummyHash(config.argon2)
  const secret = await findAdminSecret(db, username)
  const isRight = await verifyPassword(secret?.passwordHash ?? dummy, password)
  if (!secret || !isRight) return undefined
  if (!isOutdated(secret.passwordHash, config.argon2)) return secret
  const passwordHash = await hashPassword(password, config.argon2)
  await replacePasswordHash(db, secret, passwordHash)
  return { ...secret, passwordHash }
}

/** Who a token stands for right now; null when its session is unknown, revoked, idle for too long or over. */
export async function authenticate(db: Db, config: Config, token: string): Promise<SignedIn | null> {
  const now = new Date()
  const session = await findLiveSession(db, sha256(token), {
    now,
    idleSince: new Date(now.getTime() - config.sessionIdleMs),
  })
  if (!session) return null
  const touchEveryMs = Math.min(TOUCH_EVERY_MS, config.sessionIdleMs / 10)
  if (now.getTime() - Date.parse(session.lastSeenAt) >= touchEveryMs) await touchSession(db, session.sessionId, now)
  return { ...session.admin, sections: parseSections(session.admin.sections), sessionId: session.sessionId }
}

/** An account's own sessions as its owner sees them, ended ones too for 30 days. */
export async function listSessions({ config, db, places }: ListParts, admin: SignedIn): Promise<Session[]> {
  const now = new Date()
  const whose = { adminId: admin.id, currentId: admin.sessionId }
  const rows = await listSessionsOf(db, whose, forgotten(config, now))
  return rows.map((row) => sessionView(row, { admin, now, idleMs: config.sessionIdleMs, places }))
}

function forgotten({ sessionIdleMs }: Config, now: Date) {
  return { before: new Date(now.getTime() - KEEP_ENDED_MS), idleMs: sessionIdleMs }
}

/** Ends the session of a token, if it stands for one. */
export async function endSession(db: Db, token: string): Promise<void> {
  await revokeSession(db, sha256(token), new Date())
}

function tooOften(minutes: number): LocalisedText {
  return {
    en: `There were too many failed logins. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    hi: `बहुत बार ग़लत यूज़रनेम या पासवर्ड लिखा गया। ${minutes} मिनट बाद फिर से कोशिश करें।`,
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
