import { randomUUID } from 'node:crypto'
import type { Admin, Memory } from './memory.ts'
import type { Answer } from './reply.ts'

/** Creates a session for the admin and returns its secret token. */
export function openSession(memory: Memory, admin: Admin): string {
  const token = randomUUID()
  memory.sessions.set(token, { adminId: admin._id, isActive: true })
  return token
}

/** The admin of a token, if the session is active. */
export function adminOf(memory: Memory, token: string): Admin | undefined {
  const session = memory.sessions.get(token)
  if (!session?.isActive) return undefined
  return memory.admins.find(({ _id }) => _id === session.adminId)
}

/** Ends the admin's sessions, except the session with the token `spared`. */
export function endSessionsOf(memory: Memory, admin: Admin, spared?: string): void {
  for (const [token, session] of memory.sessions) {
    if (session.adminId === admin._id && token !== spared) session.isActive = false
  }
}

/** POST /admin/sessions/revoke-others: an empty response. */
export function revokeOtherSessions(memory: Memory, admin: Admin, token: string): Answer {
  endSessionsOf(memory, admin, token)
  return { status: 204, body: Buffer.alloc(0) }
}
