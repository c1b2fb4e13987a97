import { msg } from '@lingui/core/macro'
import { logout } from '@sevadesk/contract/accounts/session.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { removeToken } from '../api/identity/bearer.ts'
import { announceSession, unverifiedChange } from '../api/identity/session-mark.ts'
import { meQuery } from './current-admin.ts'
import { removeDrafts } from './drafts/draft-storage.ts'
import { recheckSession, requestSession, resumeAfterSignIn } from './session-check.ts'
import { getSession, leavePage, setSession } from './session-state.ts'
import { SessionCheckError, type SignIn, sendLogin } from './sign-in.ts'

/**
 * Signs in over an open page. Signing in with another account than the page's own covers the page
 * (`AccountCover`). Throws ApiError and SessionCheckError.
 */
export function useSignInAgain(): SignIn {
  const queryClient = useQueryClient()
  return async (entry) => {
    const isLive = getSession().status !== 'ended' && Boolean(queryClient.getQueryData(meQuery.queryKey))
    const result = entry ? await sendLogin(entry, isLive) : {}
    const session = await requestSession(queryClient)
    if (session === 'same') resumeAfterSignIn(queryClient)
    if (session === 'same' || session === 'other') return result
    if (isLive) setSession({ status: 'unverified' })
    throw new SessionCheckError(session === 'signed-out' ? 'not-stored' : session)
  }
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
 * Completes a logout in all tabs, deletes the stored drafts and loads the login screen. Does not end
 * a session that another tab has started meanwhile.
 */
export function endSession(queryClient: QueryClient): void {
  if (unverifiedChange()) return void recheckSession(queryClient)
  announceSession('logout')
  removeDrafts()
  removeToken()
  leavePage('login?notice=logged-out')
}

/** Leaves a session that the server has ended. The other tabs keep what was typed in them. */
export function leaveEndedSession(): void {
  // Another tab may have signed in meanwhile and stored its token.
  if (!unverifiedChange()) removeToken()
  leavePage('login')
}
