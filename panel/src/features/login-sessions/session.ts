import { useLingui } from '@lingui/react/macro'
import { lastSeen } from '@sevadesk/contract/accounts/last-seen.ts'
import { type Fields, readFlag, readRecord, readText, readTime } from '../../api/records/fields.ts'
import { readRecords } from '../../api/records/record-list.ts'
import { useDeviceText, useLocationText } from '../../ui/format/device-text.ts'

/** One login. Missing text fields are empty. */
export interface LoginSession {
  /** Unique in the list. */
  id: string
  /** The id for the API; if empty, the session cannot be ended or deleted. */
  sessionId: string
  device: string
  location: string
  ip: string
  /** In ms since 1970. */
  lastSeenAt: number | undefined
  isActive: boolean
  /** The session of this browser. */
  isCurrent: boolean
  /**
   * Until when the device may leave out the second step of a sign-in, in ms since 1970. Undefined if
   * it may not.
   */
  trustedUntil?: number | undefined
  /** The session's owner. */
  username: string
}

/** The sessions that "Logout all others" ends. */
export function otherActive(sessions: readonly LoginSession[]): readonly LoginSession[] {
  return sessions.filter(({ isActive, isCurrent }) => isActive && !isCurrent)
}

/**
 * The last-seen label (specification, section 4); empty if unknown. Both moments are in ms since
 * 1970.
 */
export function useLastSeenText(): (seenAt: number | undefined, now: number) => string {
  const { t } = useLingui()
  return (seenAt, now) => {
    if (seenAt === undefined) return ''
    const seen = lastSeen(seenAt, now)
    if (seen.unit === 'now') return t`Active now`
    const { count } = seen
    return seen.unit === 'hours' ? t`${count} hours ago` : t`${count} days ago`
  }
}

/**
 * Names a session by its device, with location, IP and last-seen label in brackets. `now` is in ms
 * since 1970.
 */
export function useSessionText(now: number): (session: LoginSession) => string {
  const deviceText = useDeviceText()
  const locationText = useLocationText()
  const lastSeenText = useLastSeenText()
  return ({ device, location, ip, lastSeenAt }) => {
    const details = [locationText(location), ip, lastSeenText(lastSeenAt, now)].filter(Boolean).join(', ')
    return details ? `${deviceText(device)} (${details})` : deviceText(device)
  }
}

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
