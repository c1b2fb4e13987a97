import { hash } from 'node:crypto'
import type { AdminRole } from '@sevadesk/contract/accounts/admin-schemas.ts'
import type { Language } from '@sevadesk/contract/base/language.ts'
import type { ExpressionBuilder } from 'kysely'
import { countRows } from '../../db/count-rows.ts'
import { type Db, isPostgres, type Tables } from '../../db/db.ts'
import { newId } from '../../db/id.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import { endTrustOfSession } from './sign-in/trusted-device-store.ts'

export interface NewSession {
  tokenHash: string
  adminId: string
  userAgent: string
  ip: string
  expiresAt: Date
  /** The id in the browser's device mark of the account. */
  deviceId: string
  /** Whether the user gave a code of the second step. */
  hasCode: boolean
}

export interface LiveSession {
  sessionId: string
  lastSeenAt: string
  expiresAt: string
  openedAt: string
  /** The last code of the second step in this session. */
  codeAt: string | null
  admin: {
    id: string
    username: string
    email: string
    role: AdminRole
    sections: string
    donationRights: string | null
    createdAt: string
    version: number
    mustChangePassword: boolean
    language: Language | null
    hasSecondStep: boolean
  }
}

/** Returns the new id. */
export async function insertSession(db: Db, session: NewSession): Promise<string> {
  const id = newId()
  const now = new Date().toISOString()
  await db
    .insertInto('sessions')
    .values({
      id,
      token_hash: session.tokenHash,
      admin_id: session.adminId,
      user_agent: session.userAgent,
      ip: session.ip,
      created_at: now,
      last_seen_at: now,
      expires_at: session.expiresAt.toISOString(),
      revoked_at: null,
      device_id: session.deviceId,
      code_at: session.hasCode ? now : null,
    })
    .execute()
  return id
}

/**
 * Opens a session unless the account's password hash has changed. A password change ends all
 * sessions, so a concurrent sign-in with the old password must not open one. Returns its id.
 */
export async function openSession(
  transaction: Db,
  session: NewSession,
  passwordHash: string,
): Promise<string | undefined> {
  const isSame = await lockAccount(transaction, session.adminId, passwordHash)
  return isSame ? insertSession(transaction, session) : undefined
}

/**
 * Whether the account has `passwordHash`. On PostgreSQL, locks its row until the transaction ends.
 */
export async function lockAccount(transaction: Db, adminId: string, passwordHash: string): Promise<boolean> {
  let account = transaction
    .selectFrom('admins')
    .select('id')
    .where('id', '=', adminId)
    .where('password_hash', '=', passwordHash)
  if (isPostgres(transaction)) account = account.forShare()
  return (await account.executeTakeFirst()) !== undefined
}

/** Matches sessions that had ended by `before`: revoked, expired or idle for `idleMs`. */
interface EndedFilter {
  before: Date
  idleMs: number
}

export async function deleteSessionsEndedBefore(db: Db, ended: EndedFilter): Promise<void> {
  await db.deleteFrom('sessions').where(endedBefore(ended)).execute()
}

function endedBefore({ before, idleMs }: EndedFilter) {
  const then = before.toISOString()
  const idleSince = new Date(before.getTime() - idleMs).toISOString()
  return (session: ExpressionBuilder<Tables, 'sessions'>) =>
    session.or([
      session('expires_at', '<', then),
      session('last_seen_at', '<', idleSince),
      session('revoked_at', 'is not', null).and('revoked_at', '<', then),
    ])
}

export interface SessionRow
  extends Omit<Tables['sessions'], 'token_hash' | 'admin_id' | 'created_at' | 'device_id' | 'code_at'> {
  /** Until when the browser may leave the second step out; null if it may not. */
  trusted_until: string | null
}

/** Lists sessions that `ended` does not match: the current first, then the most recently seen. */
export async function listSessionsOf(
  db: Db,
  { adminId, currentId }: { adminId: string; currentId: string },
  ended: EndedFilter,
): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .leftJoin('trusted_devices', (device) =>
      device
        .onRef('trusted_devices.admin_id', '=', 'sessions.admin_id')
        .onRef('trusted_devices.device_id', '=', 'sessions.device_id'),
    )
    .select(['id', 'user_agent', 'ip', 'last_seen_at', 'expires_at', 'revoked_at', 'trusted_until'])
    .where('sessions.admin_id', '=', adminId)
    .where((session) => session.not(endedBefore(ended)(session)))
    .orderBy((session) => session.case().when('id', '=', currentId).then(0).else(1).end())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

const liveSession = preparedQuery((db, value: (key: 'tokenHash' | 'now' | 'idleSince') => string) =>
  db
    .selectFrom('sessions')
    .innerJoin('admins', 'admins.id', 'sessions.admin_id')
    .leftJoin('second_steps', (step) =>
      step.onRef('second_steps.admin_id', '=', 'admins.id').on('second_steps.secret', 'is not', null),
    )
    .select(['sessions.id as session_id', 'sessions.last_seen_at', 'sessions.expires_at', 'sessions.code_at'])
    .select('second_steps.admin_id as second_step')
    .select(['admins.id', 'admins.username', 'admins.email', 'admins.role', 'admins.sections', 'admins.created_at'])
    .select(['admins.donation_rights', 'admins.must_change_password', 'admins.language', 'admins.version'])
    .select('sessions.created_at as opened_at')
    .where('sessions.token_hash', '=', value('tokenHash'))
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', value('now'))
    .where('sessions.last_seen_at', '>', value('idleSince')),
)

/** Finds a session that is not revoked, expired or idle, with its admin's current rights. */
export async function findLiveSession(
  db: Db,
  tokenHash: string,
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<LiveSession | undefined> {
  const [row] = await liveSession(db, { tokenHash, now: now.toISOString(), idleSince: idleSince.toISOString() })
  if (!row) return undefined
  return {
    sessionId: row.session_id,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    openedAt: row.opened_at,
    codeAt: row.code_at,
    admin: {
      id: row.id,
      username: row.username,
      email: row.email,
      role: row.role,
      sections: row.sections,
      donationRights: row.donation_rights,
      createdAt: row.created_at,
      version: row.version,
      mustChangePassword: row.must_change_password === 1,
      language: row.language,
      hasSecondStep: row.second_step !== null,
    },
  }
}

/** Records that the user gave a code in this session. */
export async function recordCode(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ code_at: now.toISOString() }).where('id', '=', sessionId).execute()
}

/** Whether the user gave a code in a listed session of the browser. */
export async function hasGivenCode(db: Db, adminId: string, deviceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('admin_id', '=', adminId)
    .where('device_id', '=', deviceId)
    .where('code_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the session is neither revoked nor deleted. Ignores expiry and idle time. */
export async function isSessionOpen(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function recordLastSeen(
  db: Db,
  { sessionId, lastSeenAt }: Pick<LiveSession, 'sessionId' | 'lastSeenAt'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now.toISOString() })
    .where('id', '=', sessionId)
    // Another request may have recorded a later time.
    .where('last_seen_at', '=', lastSeenAt)
    .execute()
}

const LONG_AGO = new Date(0).toISOString()
/** The clocks of two servers may differ by so much. */
export const CLOCK_DIFFERENCE_MS = 60_000

/**
 * Counts sessions from the future as seen now, and as opened and with a code long ago. The clock was
 * ahead when they were recorded: they would outlive their limits, and become recent sign-ins again.
 */
export async function limitFutureSessions(db: Db, now: Date, maxMs: number): Promise<void> {
  const [at, latest] = [now.toISOString(), new Date(now.getTime() + maxMs).toISOString()]
  await db.updateTable('sessions').set({ last_seen_at: at }).where('last_seen_at', '>', at).execute()
  const ahead = new Date(now.getTime() + CLOCK_DIFFERENCE_MS).toISOString()
  await db.updateTable('sessions').set({ created_at: LONG_AGO }).where('created_at', '>', ahead).execute()
  await db.updateTable('sessions').set({ code_at: LONG_AGO }).where('code_at', '>', ahead).execute()
  await db.updateTable('sessions').set({ expires_at: latest }).where('expires_at', '>', latest).execute()
}

/** Returns the session and its admin; undefined if no open session has the token. */
export async function revokeSession(
  transaction: Db,
  tokenHash: string,
  now: Date,
): Promise<{ id: string; admin: { id: string; username: string } } | undefined> {
  const session = await transaction
    .updateTable('sessions')
    .set({ revoked_at: now.toISOString() })
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .returning(['id', 'admin_id'])
    .executeTakeFirst()
  if (!session) return undefined
  const owner = transaction.selectFrom('admins').select(['id', 'username']).where('id', '=', session.admin_id)
  return { id: session.id, admin: await owner.executeTakeFirstOrThrow() }
}

/** Whether the session of the account is open; undefined if the account has no such session. */
export async function isOwnSessionOpen(db: Db, adminId: string, sessionId: string): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('revoked_at')
    .where('id', '=', sessionId)
    .where('admin_id', '=', adminId)
    .executeTakeFirst()
  return row && row.revoked_at === null
}

/** Revokes a session of the account. Returns false if the account has no such session. */
export async function revokeOwnSession(db: Db, adminId: string, sessionId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set((session) => ({ revoked_at: session.fn.coalesce('revoked_at', session.val(now.toISOString())) }))
    .where('id', '=', sessionId)
    .where('admin_id', '=', adminId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a session of the account and ends the trust in its device, which no row would show. */
export async function deleteOwnSession(transaction: Db, adminId: string, sessionId: string): Promise<void> {
  await endTrustOfSession(transaction, adminId, sessionId)
  await transaction.deleteFrom('sessions').where('id', '=', sessionId).where('admin_id', '=', adminId).execute()
}

/** Counts the account's sessions that were not ended. */
export function countOpenSessions(db: Db, adminId: string): Promise<number> {
  const open = db.selectFrom('sessions').where('admin_id', '=', adminId).where('revoked_at', 'is', null)
  return countRows(open)
}

/** Returns how many sessions were open. */
export async function revokeSessionsOf(db: Db, adminId: string, now: Date, exceptSessionId?: string): Promise<number> {
  let live = db
    .updateTable('sessions')
    .set({ revoked_at: now.toISOString() })
    .where('admin_id', '=', adminId)
    .where('revoked_at', 'is', null)
  if (exceptSessionId !== undefined) live = live.where('id', '!=', exceptSessionId)
  return Number((await live.executeTakeFirst()).numUpdatedRows)
}

/** Returns what the database stores in place of a session's token. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}
