import { type Fields, readFlag, readRecord, readText, readTime } from '../../api/records/fields.ts'
import { readRecords } from '../../api/records/record-list.ts'
import type { LoginSession } from './session.ts'

/**
 * Reads the sessions of any backend, the current one first. Where the backend marks none, a single
 * active session is the current one. Throws ApiError for what isn't a list.
 */
export function readSessions(response: unknown): LoginSession[] {
  const sessions = readRecords(response, readSession)
  const active = sessions.filter(({ isActive }) => isActive)
  const current = sessions.find(({ isCurrent }) => isCurrent) ?? (active.length === 1 ? active[0] : undefined)
  if (!current) return sessions
  return [
    { ...current, isCurrent: true },
    ...sessions.filter((session) => session !== current).map((session) => ({ ...session, isCurrent: false })),
  ]
}

function readSession(fields: Fields, index: number): LoginSession {
  const sessionId = readText(fields.sessionId) || readText(fields._id)
  return {
    id: sessionId || `without-id-${index}`,
    sessionId,
    device: readText(fields.device),
    location: readText(fields.location),
    ip: readText(fields.ip),
    lastSeenAt: readTime(fields.lastSeenAt),
    // A session that is not known to have ended can still be ended.
    isActive: readFlag(fields.isActive),
    isCurrent: fields.isCurrent === true,
    username: readText(readRecord(fields.adminId).username),
  }
}
