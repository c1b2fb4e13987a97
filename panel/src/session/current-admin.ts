import type { CurrentAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import { acceptSessionMark, readSessionMark, rejectAccount, unverifiedChange } from '../api/identity/session-mark.ts'
import { fetchCurrentAdmin } from './fetch-current-admin.ts'
import { isSettingUp } from './second-step-set-up.ts'
import { setSession } from './session-state.ts'

const ME_KEY = ['me'] as const

/** Another account than this page's own is signed in. */
export class AccountChangedError extends Error {}

/**
 * The current admin; `null` once it is known that nobody is signed in. Never changes to another
 * account: see `AccountChangedError`.
 */
export const meQuery = queryOptions({
  queryKey: ME_KEY,
  queryFn: async ({ signal, client }): Promise<CurrentAdmin | null> => {
    const admin = await fetchCurrentAdmin(signal)
    const before = client.getQueryData<CurrentAdmin | null>(ME_KEY)
    if (before && !isSamePerson(before, admin)) {
      rejectAccount()
      setSession({ status: 'replaced', username: admin.username })
      throw new AccountChangedError()
    }
    acceptSessionMark(readSessionMark())
    // The page must stay until the codes are saved, also for an account without the section Profile.
    return before?.mustSetUpSecondStep && isSettingUp() ? { ...admin, mustSetUpSecondStep: true } : admin
  },
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** The page's account. Asks the server only if it is not known who is signed in. */
export function findAdmin(queryClient: QueryClient): Promise<CurrentAdmin | null> {
  const admin = queryClient.getQueryData(meQuery.queryKey)
  if (admin || (admin === null && !unverifiedChange())) return Promise.resolve(admin)
  return fetchAdmin(queryClient, Number.POSITIVE_INFINITY)
}

/**
 * As `findAdmin`, but uses a cached response only if it is at most 5 s old, such as the one from
 * right after a login.
 */
export function refreshAdmin(queryClient: QueryClient): Promise<CurrentAdmin | null> {
  return fetchAdmin(queryClient, 5_000)
}

/**
 * Any failure of the first request means that nobody is signed in (specification, section 4). A
 * later failure changes nothing.
 */
async function fetchAdmin(queryClient: QueryClient, maxAge: number): Promise<CurrentAdmin | null> {
  try {
    return await queryClient.fetchQuery({ ...meQuery, staleTime: unverifiedChange() ? 0 : maxAge })
  } catch {
    const admin = queryClient.getQueryData(meQuery.queryKey) ?? null
    if (!admin) queryClient.setQueryData(meQuery.queryKey, null)
    return admin
  }
}

/**
 * Refetches the admin after a change of the password. If the refetch fails, only clears
 * `mustChangePassword`, because the server has confirmed the change.
 */
export async function refreshAfterPassword(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries(meQuery)
  await queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => {
    queryClient.setQueryData(meQuery.queryKey, (admin) => admin && { ...admin, mustChangePassword: false })
  })
}

/**
 * Compares ids, or usernames if a backend sends no id. If it sends neither, a login in another tab
 * counts as a different account.
 */
export function isSamePerson(one: CurrentAdmin, other: CurrentAdmin): boolean {
  const person = one._id || one.username
  return person === (other._id || other.username) && (person !== '' || !unverifiedChange())
}

/** True for every query except the one for the current admin. */
export function isAccountData({ queryKey }: Pick<Query, 'queryKey'>): boolean {
  return queryKey[0] !== ME_KEY[0] || queryKey.length > 1
}
