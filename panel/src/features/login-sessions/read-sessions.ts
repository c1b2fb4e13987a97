import { type Fields, readFlag, readRecord, readText, readTime } from '../../api/records/fields.ts'
import { readRecords } from '../../api/records/record-list.ts'
import type { LoginSession } from './session.ts'

/**
 * Reads the sessions of any backend, the current session first. If none is marked as current, a
 * single active session becomes it. Throws ApiError if the response is not a list.
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
    // A session without this field counts as active, so that the user can end it.
    isActive: readFlag(fields.isActive),
    isCurrent: fields.isCurrent === true,
    username: readText(readRecord(fields.adminId).username),
  }
}
