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
