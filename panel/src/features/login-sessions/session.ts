/** One login, as the page shows it. A backend may leave out any field; what is missing is empty. */
export interface LoginSession {
  /** One of its own in the list. */
  id: string
  /** What the calls take; without one a session can be read and nothing be done to it. */
  sessionId: string
  device: string
  location: string
  ip: string
  /** In ms since 1970; `undefined` where the backend gives none. */
  lastSeenAt: number | undefined
  isActive: boolean
  /** The one that this page is read with. */
  isCurrent: boolean
  /** Whose it is, where the backend says so. */
  username: string
}

/** The others that are still open: what "logout all others" ends. */
export function otherActive(sessions: readonly LoginSession[]): readonly LoginSession[] {
  return sessions.filter(({ isActive, isCurrent }) => isActive && !isCurrent)
}
