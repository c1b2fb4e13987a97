import { type Fields, readFlag, readRecord, readText, readTime } from '../../api/records/fields.ts'
import { readRecords } from '../../api/records/record-list.ts'
import type { LoginSession } from './session.ts'

/**
 * Reads the sessions of any backend, the one marked as current first. Throws ApiError if the
 * response is not a list.
 */
export function readSessions(response: unknown): LoginSession[] {
  const sessions = readRecords(response, readSession)
  const current = sessions.find(({ isCurrent }) => isCurrent)
  if (!current) return sessions
  const others = sessions.filter((session) => session !== current)
  return [current, ...others.map((session) => ({ ...session, isCurrent: false }))]
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
    ...(readTime(fields.trustedUntil) !== undefined && { trustedUntil: readTime(fields.trustedUntil) }),
    username: readText(readRecord(fields.adminId).username),
  }
}
