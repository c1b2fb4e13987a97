import { acceptSessionMark, readSessionMark } from '../api/identity/session-mark.ts'
import { createStore } from '../ui/base/create-store.ts'

/**
 * A page serves one account. When the account changes, the page is covered until it is reloaded or
 * the account signs in again.
 */
export type SessionState =
  | { status: 'active' }
  /** The server ended the session; the sign-in dialog is open. */
  | { status: 'ended' }
  /** Another tab signed in; the panel asks the server with which account. */
  | { status: 'checking' }
  /** As `checking`, but the server did not answer. */
  | { status: 'unverified' }
  /** Another account is signed in. */
  | { status: 'replaced'; username: string }
  /**
   * The page is about to be replaced by a new load of `path`, which is relative to the panel's
   * base.
   */
  | { status: 'left'; path: string }

const ACTIVE: SessionState = { status: 'active' }

const session = createStore<SessionState>(ACTIVE)

export function useSession(): SessionState {
  return session.use()
}

export function getSession(): SessionState {
  return session.get()
}

export function setSession(next: SessionState): void {
  if (getSession().status !== 'left') session.set(next)
}

/**
 * Clears the screen and loads `path` as a new page. The browser then discards this account's data
 * with the old page.
 */
export function leavePage(path: string): void {
  setSession({ status: 'left', path })
}

/** Resets the state to that of a page that has just been loaded. */
export function startSession(): void {
  acceptSessionMark(readSessionMark())
  session.set(ACTIVE)
}
