import type { AdminRole } from '@sevadesk/contract/admin-schemas.ts'
import { newId } from '../../db/id.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import type { Db } from '../../db/schema.ts'

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

/** Sessions that ended before then, whichever way. */
export async function deleteSessionsEndedBefore(db: Db, then: Date): Promise<void> {
  const before = then.toISOString()
  await db
    .deleteFrom('sessions')
    .where((session) => session.or([session('expires_at', '<', before), session('revoked_at', '<', before)]))
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
