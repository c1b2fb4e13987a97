import type { AdminRole } from '@sevadesk/contract/admin-schemas.ts'
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
  admin: {
    id: string
    username: string
    email: string
    role: AdminRole
    sections: string
    createdAt: string
    mustChangePassword: boolean
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
 * A session for whoever proved to know the password of that hash. Writes none and answers false when account or password are others by
 * now: a change of them ends the sessions that there are, and one that comes in at the same moment must not outlive it.
 */
export async function openSession(db: Db, session: NewSession, passwordHash: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const isSame = await holdAccount(transaction, session.adminId, passwordHash)
    if (isSame) await insertSession(transaction, session)
    return isSame
  })
}

/** Whether the account has that hash. It keeps it until the transaction ends; on SQLite a transaction is alone anyway. */
async function holdAccount(transaction: Db, adminId: string, passwordHash: string): Promise<boolean> {
  let account = transaction
    .selectFrom('admins')
    .select('id')
    .where('id', '=', adminId)
    .where('password_hash', '=', passwordHash)
  if (isPostgres(transaction)) account = account.forShare()
  return (await account.executeTakeFirst()) !== undefined
}

/** Sessions that ended earlier than `before`, whichever way: revoked, over, or idle for longer than `idleMs`. */
interface Ended {
  before: Date
  idleMs: number
}

export async function deleteSessionsEndedBefore(db: Db, ended: Ended): Promise<void> {
  await db.deleteFrom('sessions').where(endedBefore(ended)).execute()
}

function endedBefore({ before, idleMs }: Ended) {
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

/** An account's sessions but for those that ended before `ended`: the current one first, then by when they were last seen. */
export async function listSessionsOf(
  db: Db,
  { adminId, currentId }: { adminId: string; currentId: string },
  ended: Ended,
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
    .select(['sessions.id as session_id', 'sessions.last_seen_at'])
    .select(['admins.id', 'admins.username', 'admins.email', 'admins.role', 'admins.sections', 'admins.created_at'])
    .select('admins.must_change_password')
    .where('sessions.token_hash', '=', value('tokenHash'))
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', value('now'))
    .where('sessions.last_seen_at', '>', value('idleSince')),
)

/** A session that is neither revoked nor over its absolute end nor idle since before `idleSince`, with its admin as they are now. */
export async function findLiveSession(
  db: Db,
  tokenHash: string,
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<LiveSession | undefined> {
  const [row] = await liveSession(db, { tokenHash, now: now.toISOString(), idleSince: idleSince.toISOString() })
  if (!row) return undefined
  const { session_id, last_seen_at, created_at, must_change_password, ...admin } = row
  return {
    sessionId: session_id,
    lastSeenAt: last_seen_at,
    admin: { ...admin, createdAt: created_at, mustChangePassword: must_change_password === 1 },
  }
}

/** Whether a session has not been revoked or deleted, whatever its age. */
export async function isSessionOpen(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function touchSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now.toISOString() })
    .where('id', '=', sessionId)
    .where('last_seen_at', '<', now.toISOString())
    .execute()
}

export async function revokeSession(db: Db, tokenHash: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now.toISOString() })
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends a session of an account, unless it has ended already. Answers whether the account has such a session. */
export async function revokeOwnSession(db: Db, adminId: string, sessionId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set((session) => ({ revoked_at: session.fn.coalesce('revoked_at', session.val(now.toISOString())) }))
    .where('id', '=', sessionId)
    .where('admin_id', '=', adminId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Its token is worth nothing from then on. Answers whether the account had such a session. */
export async function deleteOwnSession(db: Db, adminId: string, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('admin_id', '=', adminId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends all sessions of an account that are not over, but for one. */
export async function revokeSessionsOf(db: Db, adminId: string, now: Date, exceptSessionId?: string): Promise<void> {
  let live = db
    .updateTable('sessions')
    .set({ revoked_at: now.toISOString() })
    .where('admin_id', '=', adminId)
    .where('revoked_at', 'is', null)
  if (exceptSessionId !== undefined) live = live.where('id', '!=', exceptSessionId)
  await live.execute()
}
