import { msg } from '@lingui/core/macro'
import type { CurrentAdmin } from '@sevadesk/contract/admin-schemas.ts'
import { login, logout } from '@sevadesk/contract/session.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { isRecord, readText } from '../api/answer.ts'
import { call } from '../api/call.ts'
import { keepToken, removeToken } from '../api/identity/bearer.ts'
import { changeElsewhere, markSession } from '../api/identity/session-mark.ts'
import { isSamePerson, meQuery } from './current-admin.ts'
import { cancelQuestion, forgetPerson, hasLiveSession, lookAgain, markSessionAlive } from './session-end.ts'

export interface Credentials {
  username: string
  password: string
}

/** The password was right, and yet the browser's next call was a stranger's: it did not keep the cookie. */
export class SignInNotKept extends Error {}

/**
 * Signs in and answers the refreshed admin. A new person starts with an empty cache; the same person, whose session had ended, keeps
 * the screen, and what failed meanwhile is fetched again.
 */
export function useLogin() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (credentials: Credentials): Promise<CurrentAdmin> => {
      // By it the server ends the session that this one takes the place of. One that has ended might get the login itself refused.
      const wasLive = hasLiveSession(queryClient)
      keepToken(readToken(await call(login, { body: credentials }, { bearer: wasLive, asAnybody: true })))
      markSession('in')
      const before = queryClient.getQueryData(meQuery.queryKey)
      // A question that was put before the login would be answered as before it.
      await cancelQuestion(queryClient)
      const admin = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => null)
      if (!admin) {
        // Whoever was at work before is not the one who logged in. Behind the dialog of an ended session all waits for another try.
        if (wasLive) forgetPerson(queryClient, null)
        throw new SignInNotKept()
      }
      if (isSamePerson(before, admin)) void queryClient.invalidateQueries()
      else forgetPerson(queryClient, admin)
      markSessionAlive()
      return admin
    },
    meta: { errorMessage: msg`Login failed. Please try again.`, preferServerMessage: true },
  })
}

/** The token of a login's answer, or of its data; `undefined` where a backend gives none and the cookie stands alone. */
function readToken(answer: unknown): string | undefined {
  const { token, data } = isRecord(answer) ? answer : {}
  return readText(isRecord(data) ? (token ?? data.token) : token) || undefined
}

export function useLogout() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(logout, {}),
    onSuccess: () => endSession(queryClient),
    meta: {
      errorMessage: msg`Failed to logout. Please try again.`,
      successMessage: msg`Logged out successfully`,
    },
  })
}

/**
 * A logout: tells the other tabs, and forgets the admin, the token and all that was fetched. If somebody has logged in in another tab by
 * then, the session that ended is not this browser's any more.
 */
export function endSession(queryClient: QueryClient): void {
  if (changeElsewhere()) return void lookAgain(queryClient)
  markSession('out')
  leaveEndedSession(queryClient)
}

/** Leaves a session that had ended by itself. The other tabs keep what was typed in them. */
export function leaveEndedSession(queryClient: QueryClient): void {
  removeToken()
  forgetPerson(queryClient, null)
  markSessionAlive()
}
