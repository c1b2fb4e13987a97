/**
 * `localStorage` key by which the tabs of one browser announce a login or logout. The value never
 * names the user.
 */
export const SESSION_MARK_KEY = 'sevadesk_session'

export type SessionChange = 'login' | 'logout'

/** The mark that was current when this page last learned who is signed in. */
let verifiedMark = readSessionMark()

let isOtherAccount = false

/** Tells the other tabs of a login or logout in this one. */
export function announceSession(change: SessionChange): void {
  try {
    localStorage.setItem(SESSION_MARK_KEY, `${change} ${Date.now()} ${Math.random()}`)
  } catch {
    // Without storage, the other tabs notice the change on focus or at their next request.
  }
}

/** `null` if there is no mark or no storage. */
export function readSessionMark(): string | null {
  try {
    return localStorage.getItem(SESSION_MARK_KEY)
  } catch {
    return null
  }
}

export function acceptSessionMark(mark: string | null): void {
  verifiedMark = mark
  isOtherAccount = false
}

/**
 * Records that the server named an account other than this page's. Needs no mark, so it also works
 * without storage and after a login on another origin.
 */
export function rejectAccount(): void {
  isOtherAccount = true
}

/**
 * The latest login or logout in this browser, until this page has verified who is signed in after
 * it.
 */
export function unverifiedChange(): SessionChange | undefined {
  const mark = readSessionMark()
  const isUnverified = mark !== null && mark !== verifiedMark
  if (isUnverified && mark.startsWith('logout')) return 'logout'
  return isUnverified || isOtherAccount ? 'login' : undefined
}
