import { msg } from '@lingui/core/macro'
import { login, logout } from '@sevadesk/contract/session.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { keepToken, removeToken } from '../api/identity/bearer.ts'
import { announceSession, unverifiedChange } from '../api/identity/session-mark.ts'
import { readRecord, readText } from '../api/records/fields.ts'
import { meQuery } from './current-admin.ts'
import { recheckSession, requestSession, resumeAfterSignIn } from './session-check.ts'
import { getSession, leavePage, setSession } from './session-state.ts'

interface Credentials {
  username: string
  password: string
}

/** The login succeeded, but `/admin/me` failed after it: the browser did not keep the cookie. */
export class SessionNotStoredError extends Error {}

/**
 * Signs in. Signing in with another account than the page's own covers the page (`AccountCover`).
 */
export function useLogin() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (credentials: Credentials): Promise<void> => {
      // The server ends the session of a live token. An expired token could make the login fail.
      const isLive = getSession().status !== 'ended' && Boolean(queryClient.getQueryData(meQuery.queryKey))
      keepToken(readToken(await call(login, { body: credentials }, { bearer: isLive, anySession: true })))
      announceSession('login')
      const result = await requestSession(queryClient)
      if (result === 'same') resumeAfterSignIn(queryClient)
      if (result === 'same' || result === 'other') return
      if (isLive) setSession({ status: 'unverified' })
      throw new SessionNotStoredError()
    },
    meta: { errorMessage: msg`Login failed. Please try again.`, preferServerMessage: true },
  })
}

/** Some backends wrap the token in `data`; others rely on the cookie alone and send no token. */
function readToken(response: unknown): string | undefined {
  const { token, data } = readRecord(response)
  return readText(token ?? readRecord(data).token) || undefined
}

export function useLogout() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(logout, {}),
    onSuccess: () => endSession(queryClient),
    meta: { errorMessage: msg`Failed to logout. Please try again.` },
  })
}

/**
 * Completes a logout in all tabs and loads the login screen. Does not end a session that another tab
 * has started meanwhile.
 */
export function endSession(queryClient: QueryClient): void {
  if (unverifiedChange()) return void recheckSession(queryClient)
  announceSession('logout')
  removeToken()
  leavePage('login?notice=logged-out')
}

/** Leaves a session that the server has ended. The other tabs keep what was typed in them. */
export function leaveEndedSession(): void {
  // Another tab may have signed in meanwhile and stored its token.
  if (!unverifiedChange()) removeToken()
  leavePage('login')
}
