import { msg } from '@lingui/core/macro'
import { getCurrentAdmin } from '@sevadesk/contract/accounts/admin.ts'
import {
  deleteSession,
  endTrust,
  listSessions,
  revokeOtherSessions,
  revokeSession,
} from '@sevadesk/contract/accounts/session.ts'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { slicePage, tablePage } from '../../queries/table-page.ts'
import { endSession } from '../../session/page-session.ts'
import type { TablePage } from '../../ui/table/data-table-pages.tsx'
import { type LoginSession, readSessions } from './session.ts'

export const SESSIONS_PER_PAGE = 10

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => readSessions(await call(listSessions, {}, { signal })),
  staleTime: 0,
  meta: { errorMessage: msg`Failed to fetch sessions` },
})

/**
 * All sessions, and one page of them. Disabled while signed out: the page stays mounted for a
 * moment after a logout.
 */
export function useSessions(
  page: number,
  isSignedIn: boolean,
): {
  all: readonly LoginSession[] | undefined
  list: TablePage<LoginSession>
  /** In ms since 1970. */
  fetchedAt: number
} {
  const query = useQuery({ ...sessionsQuery, enabled: isSignedIn })
  const list = tablePage(query, slicePage(query.data, page, SESSIONS_PER_PAGE))
  return { all: query.data, list, fetchedAt: query.dataUpdatedAt }
}

/**
 * Ends a session, which stays in the list as inactive. Resolves to true if it was the current one.
 */
export function useRevokeSession() {
  return useSessionChange(
    ({ sessionId }) => call(revokeSession, { params: { sessionId } }),
    (sessions, { id }) => sessions.map((session) => (session.id === id ? { ...session, isActive: false } : session)),
    msg`Failed to logout session`,
  )
}

/** Ends and deletes a session. Resolves to true if it was the current one. */
export function useDeleteSession() {
  return useSessionChange(
    ({ sessionId }) => call(deleteSession, { params: { sessionId } }),
    (sessions, { id }) => sessions.filter((session) => session.id !== id),
    msg`Failed to delete session`,
  )
}

/** Ends the trust in a session's device: its next sign-in needs a code. */
export function useEndTrust() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ sessionId }: LoginSession) => call(endTrust, { params: { sessionId } }),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
    meta: {
      errorMessage: msg`Failed to end the trust in this device`,
      successMessage: msg`This device needs a code at its next sign-in`,
    },
  })
}

export function useRevokeOtherSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(revokeOtherSessions, {}),
    onSuccess: () => {
      if (!isCurrentKnown(queryClient)) return // the refetched list will show which session is still active
      queryClient.setQueryData(sessionsQuery.queryKey, (sessions) =>
        sessions?.map((session) => (session.isCurrent ? session : { ...session, isActive: false })),
      )
    },
    onSettled: () => void queryClient.invalidateQueries(sessionsQuery),
    meta: {
      errorMessage: msg`Failed to logout other sessions`,
      successMessage: msg`All other sessions were logged out`,
    },
  })
}

/** Ending or deleting the current session is a logout, which discards all cached data. */
function useSessionChange(
  change: (session: LoginSession) => Promise<unknown>,
  after: (sessions: LoginSession[], changed: LoginSession) => LoginSession[],
  errorMessage: ReturnType<typeof msg>,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (session: LoginSession) => {
      await change(session)
      return session.isCurrent || (!isCurrentKnown(queryClient) && (await isSignedOut()))
    },
    onSuccess: (isOwn, session) => {
      if (isOwn) endSession(queryClient)
      // Updates the list at once; the refetch confirms it.
      else queryClient.setQueryData(sessionsQuery.queryKey, (sessions) => sessions && after(sessions, session))
    },
    onSettled: (isOwn) => {
      if (!isOwn) void queryClient.invalidateQueries(sessionsQuery)
    },
    meta: { errorMessage },
  })
}

function isCurrentKnown(queryClient: QueryClient): boolean {
  return queryClient.getQueryData(sessionsQuery.queryKey)?.some(({ isCurrent }) => isCurrent) ?? false
}

/** Whether the ended session was this browser's; asked if the list marks none as current. */
function isSignedOut(): Promise<boolean> {
  return call(getCurrentAdmin, {}).then(
    () => false,
    (error: unknown) => error instanceof ApiError && error.status === 401,
  )
}
