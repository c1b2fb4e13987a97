import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Admin, Memory, Session } from './memory.ts'
import type { Answer } from './reply.ts'

/** Creates a session for the admin and returns its secret token. */
export function openSession(memory: Memory, admin: Admin, request: IncomingMessage): string {
  const token = randomUUID()
  memory.sessions.set(token, {
    _id: memory.nextSession++,
    adminId: admin._id,
    device: deviceOf(request.headers['user-agent'] ?? ''),
    ip: request.socket.remoteAddress ?? '',
    lastSeenAt: Date.now(),
    isActive: true,
  })
  return token
}

/** The admin of a token, if the session is active. */
export function adminOf(memory: Memory, token: string): Admin | undefined {
  const session = memory.sessions.get(token)
  if (!session?.isActive) return undefined
  session.lastSeenAt = Date.now()
  return memory.admins.find(({ _id }) => _id === session.adminId)
}

/** Ends the admin's sessions, except the session with the token `spared`. */
export function endSessionsOf(memory: Memory, admin: Admin, spared?: string): void {
  for (const [token, session] of memory.sessions) {
    if (session.adminId === admin._id && token !== spared) session.isActive = false
  }
}

/**
 * GET /admin/sessions: in order of creation, with a number as id, no current session marked, and
 * booleans as 1 and 0.
 */
export function listSessions(memory: Memory, admin: Admin): Answer {
  const { username, email } = admin
  const data = ownSessions(memory, admin).map(({ isActive, ...session }) => ({
    ...session,
    isActive: isActive ? 1 : 0,
    location: null,
    adminId: { username, email },
  }))
  return { body: { success: true, data } }
}

/** POST /admin/sessions/{sessionId}/revoke. */
export function revokeSession(memory: Memory, admin: Admin, id: string): Answer {
  const session = ownSessions(memory, admin).find(({ _id }) => `${_id}` === id)
  if (!session) return { status: 404, body: { error: 'No such session' } }
  session.isActive = false
  return { body: { ok: true } }
}

/** POST /admin/sessions/revoke-others: an empty response. */
export function revokeOtherSessions(memory: Memory, admin: Admin, token: string): Answer {
  endSessionsOf(memory, admin, token)
  return { status: 204, body: Buffer.alloc(0) }
}

/** DELETE /admin/sessions/{sessionId}: a bare `null`. */
export function deleteSession(memory: Memory, admin: Admin, id: string): Answer {
  const entry = [...memory.sessions].find(([, session]) => session.adminId === admin._id && `${session._id}` === id)
  if (!entry) return { status: 404, body: { error: 'No such session' } }
  memory.sessions.delete(entry[0])
  return { body: null }
}

function ownSessions(memory: Memory, admin: Admin): Session[] {
  return [...memory.sessions.values()].filter(({ adminId }) => adminId === admin._id)
}

/** Device names in this backend's own format. */
function deviceOf(userAgent: string): string {
  return /android/i.test(userAgent) ? 'Android phone' : 'Computer'
}
