import { withUniqueIds } from '../../api/records/unique-ids.ts'
import type { LoginSession } from './session.ts'

type Fields = Record<string, unknown>

/**
 * Reads the sessions of any backend, the current one first; `text` reads one field. If none is marked as current, a single
 * active session is the current one.
 */
export function readSessions(list: readonly Fields[], text: (value: unknown) => string): LoginSession[] {
  const sessions = withUniqueIds(list.map((fields, index) => readSession(fields, index, text)))
  const active = sessions.filter(({ isActive }) => isActive)
  const current = sessions.find(({ isCurrent }) => isCurrent) ?? (active.length === 1 ? active[0] : undefined)
  if (!current) return sessions
  return [
    { ...current, isCurrent: true },
    ...sessions.filter((session) => session !== current).map((session) => ({ ...session, isCurrent: false })),
  ]
}

function readSession(fields: Fields, index: number, text: (value: unknown) => string): LoginSession {
  const sessionId = text(fields.sessionId) || text(fields._id)
  return {
    id: sessionId || `without-id-${index}`,
    sessionId,
    device: text(fields.device),
    location: text(fields.location),
    ip: text(fields.ip),
    lastSeenAt: readMoment(fields.lastSeenAt),
    isActive: !isNo(fields.isActive),
    isCurrent: fields.isCurrent === true,
    username: typeof fields.adminId === 'object' && fields.adminId ? text(Reflect.get(fields.adminId, 'username')) : '',
  }
}

/** A session without a clear "no" counts as active, so that it can be ended. */
function isNo(value: unknown): boolean {
  return value === false || value === 0 || (typeof value === 'string' && /^(false|0|no|inactive)$/i.test(value.trim()))
}

function readMoment(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const moment = new Date(value).getTime()
  return value === '' || Number.isNaN(moment) ? undefined : moment
}
