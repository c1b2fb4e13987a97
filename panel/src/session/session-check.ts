import type { QueryClient } from '@tanstack/react-query'
import { unverifiedChange } from '../api/identity/session-mark.ts'
import { AccountChangedError, isAccountData, meQuery } from './current-admin.ts'
import { removeDrafts } from './drafts/draft-storage.ts'
import { getSession, leavePage, setSession } from './session-state.ts'
import { checkFailure } from './sign-in.ts'

/** Delay in ms before a request without a response is repeated. */
const RETRY_MS = 5_000

/** Timeout of the request, in ms: the page may be covered meanwhile. */
const REQUEST_TIMEOUT_MS = 15_000

let pending: Promise<void> | undefined
let retry: ReturnType<typeof setTimeout> | undefined

/**
 * Asks the server again who is signed in. Covers the page first when another tab has signed in. A
 * failed request ends no session; only a 401 of `/admin/me` does. A logout in another tab logs this
 * page out too. `maxAge` is the age in ms up to which an earlier response is used.
 */
export function recheckSession(queryClient: QueryClient, maxAge = 0): Promise<void> {
  if (!queryClient.getQueryData(meQuery.queryKey)) return Promise.resolve()
  const change = unverifiedChange()
  if (change === 'logout') return Promise.resolve(leaveAfterLogout())
  if (change && ['active', 'ended'].includes(getSession().status)) setSession({ status: 'checking' })
  pending ??= refetchSession(queryClient, maxAge).finally(() => {
    pending = undefined
  })
  return pending
}

async function refetchSession(queryClient: QueryClient, maxAge: number): Promise<void> {
  clearTimeout(retry)
  const isCurrent = getSession().status === 'active' && !unverifiedChange()
  const result = await requestSession(queryClient, isCurrent ? maxAge : 0)
  if (unverifiedChange() === 'logout') return leaveAfterLogout()
  if (result === 'same') resumeAfterSignIn(queryClient)
  if (result === 'signed-out') endOrLeave()
  const isUnknown = result === 'no-response' || result === 'server-fault'
  if (isUnknown && unverifiedChange() && getSession().status !== 'replaced') {
    setSession({ status: 'unverified' })
    retry = setTimeout(() => void recheckSession(queryClient), RETRY_MS)
  }
}

/** The other tab deleted the drafts, but this one may have stored another at the same moment. */
function leaveAfterLogout(): void {
  removeDrafts()
  leavePage('login')
}

/** The user of another account must not see this page behind the sign-in dialog. */
function endOrLeave(): void {
  if (getSession().status === 'replaced') leavePage('login')
  else setSession({ status: 'ended' })
}

export async function requestSession(
  queryClient: QueryClient,
  maxAge = 0,
): Promise<'same' | 'other' | 'signed-out' | 'no-response' | 'server-fault'> {
  const timeout = setTimeout(() => {
    void queryClient.cancelQueries({ ...meQuery, exact: true }, { silent: true })
  }, REQUEST_TIMEOUT_MS)
  try {
    await queryClient.fetchQuery({ ...meQuery, staleTime: maxAge })
    // A cancelled request resolves with the earlier data and has verified nothing.
    return unverifiedChange() ? 'no-response' : 'same'
  } catch (error) {
    if (error instanceof AccountChangedError) return 'other'
    const failure = checkFailure(error)
    return failure === 'not-stored' ? 'signed-out' : failure
  } finally {
    clearTimeout(timeout)
  }
}

/** Resumes the page when its account is signed in again, and refetches its data. */
export function resumeAfterSignIn(queryClient: QueryClient): void {
  if (getSession().status === 'active') return
  setSession({ status: 'active' })
  void queryClient.invalidateQueries({ predicate: isAccountData })
}
