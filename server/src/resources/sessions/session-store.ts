import type { AdminRole, Language } from '@sevadesk/contract/admin-schemas.ts'
import type { ExpressionBuilder } from 'kysely'
import { isPostgres } from '../../db/engine.ts'
import { newId } from '../../db/id.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import type { Db, Tables } from '../../db/schema.ts'

export interface NewSession {
  tokenHash: string
  adminId: string
  userAgent: string
  ip: string
  expiresAt: Date
}

export interface LiveSession {
  sessionId: string
  lastSeenAt: string
  expiresAt: string
  admin: {
    id: string
    username: string
    email: string
    role: AdminRole
    sections: string
    createdAt: string
    mustChangePassword: boolean
    language: Language | null
  }
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  const now = new Date().toISOString()
  await db
    .insertInto('sessions')
    .values({
      id: newId(),
      token_hash: session.tokenHash,
      admin_id: session.adminId,
      user_agent: session.userAgent,
      ip: session.ip,
      created_at: now,
      last_seen_at: now,
      expires_at: session.expiresAt.toISOString(),
      revoked_at: null,
    })
    .execute()
}

/**
 * Opens a session unless the account's password hash has changed. A password change ends all
 * sessions, so a concurrent sign-in with the old password must not open one.
 */
export async function openSession(db: Db, session: NewSession, passwordHash: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const isSame = await lockAccount(transaction, session.adminId, passwordHash)
    if (isSame) await insertSession(transaction, session)
    return isSame
  })
}

/**
 * Whether the account has `passwordHash`. On PostgreSQL, locks its row until the transaction ends.
 */
async function lockAccount(transaction: Db, adminId: string, passwordHash: string): Promise<boolean> {
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

export type SessionRow = Omit<Tables['sessions'], 'token_hash' | 'admin_id' | 'created_at'>

/** Lists sessions that `ended` does not match: the current first, then the most recently seen. */
export async function listSessionsOf(
  db: Db,
  { adminId, currentId }: { adminId: string; currentId: string },
  ended: EndedFilter,
): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip', 'last_seen_at', 'expires_at', 'revoked_at'])
    .where('admin_id', '=', adminId)
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
    .select(['sessions.id as session_id', 'sessions.last_seen_at', 'sessions.expires_at'])
    .select(['admins.id', 'admins.username', 'admins.email', 'admins.role', 'admins.sections', 'admins.created_at'])
    .select(['admins.must_change_password', 'admins.language'])
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
    admin: {
      id: row.id,
      username: row.username,
      email: row.email,
      role: row.role,
      sections: row.sections,
      createdAt: row.created_at,
      mustChangePassword: row.must_change_password === 1,
      language: row.language,
    },
  }
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

/**
 * Counts sessions from the future as opened and seen now. The clock was ahead when they were
 * recorded, and they would outlive their limits by as much.
 */
export async function limitFutureSessions(db: Db, now: Date, maxMs: number): Promise<void> {
  const [at, latest] = [now.toISOString(), new Date(now.getTime() + maxMs).toISOString()]
  await db.updateTable('sessions').set({ last_seen_at: at }).where('last_seen_at', '>', at).execute()
  await db.updateTable('sessions').set({ created_at: at }).where('created_at', '>', at).execute()
  await db.updateTable('sessions').set({ expires_at: latest }).where('expires_at', '>', latest).execute()
}

export async function revokeSession(db: Db, tokenHash: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now.toISOString() })
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .execute()
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

/** Returns false if the account has no such session. */
export async function deleteOwnSession(db: Db, adminId: string, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('admin_id', '=', adminId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function revokeSessionsOf(db: Db, adminId: string, now: Date, exceptSessionId?: string): Promise<void> {
  let live = db
    .updateTable('sessions')
    .set({ revoked_at: now.toISOString() })
    .where('admin_id', '=', adminId)
    .where('revoked_at', 'is', null)
  if (exceptSessionId !== undefined) live = live.where('id', '!=', exceptSessionId)
  await live.execute()
}
