import { msg } from '@lingui/core/macro'
import { getCurrentAdmin } from '@sevadesk/contract/admin.ts'
import { deleteSession, listSessions, revokeOtherSessions, revokeSession } from '@sevadesk/contract/session.ts'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readList, readText } from '../../api/answer.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { cutPage, tablePage } from '../../queries/table-page.ts'
import { endSession } from '../../session/sign-in.ts'
import type { TablePage } from '../../ui/table/data-table-pages.tsx'
import { readSessions } from './read-sessions.ts'
import type { LoginSession } from './session.ts'

/** As many to a page as elsewhere (specification, section 9). */
export const SESSIONS_PER_PAGE = 10

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => readSessions(readList(await call(listSessions, {}, { signal })), readText),
  // Who looks here wants to know what is open now.
  staleTime: 0,
  meta: { errorMessage: msg`Failed to fetch sessions` },
})

/**
 * All sessions for the figures, and one page of them; `askedAt` is when they were fetched, in ms since 1970. Nobody's are asked for: a page
 * that is still there for a moment after the logout would.
 */
export function useSessions(
  page: number,
  isSignedIn: boolean,
): {
  all: readonly LoginSession[] | undefined
  list: TablePage<LoginSession>
  askedAt: number
} {
  const query = useQuery({ ...sessionsQuery, enabled: isSignedIn })
  const list = tablePage(query, cutPage(query.data, page, SESSIONS_PER_PAGE))
  return { all: query.data, list, askedAt: query.dataUpdatedAt }
}

/** Ends a session, which stays in the list as inactive. Answers whether it was the one that this page is read with. */
export function useRevokeSession() {
  return useSessionChange(
    ({ sessionId }) => call(revokeSession, { params: { sessionId } }),
    (sessions, { id }) => sessions.map((session) => (session.id === id ? { ...session, isActive: false } : session)),
    msg`Failed to logout session`,
  )
}

/** Ends a session where it is active, and takes it out of the list. Answers whether it was the one that this page is read with. */
export function useDeleteSession() {
  return useSessionChange(
    ({ sessionId }) => call(deleteSession, { params: { sessionId } }),
    (sessions, { id }) => sessions.filter((session) => session.id !== id),
    msg`Failed to delete session`,
  )
}

export function useRevokeOtherSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(revokeOtherSessions, {}),
    onSuccess: () => {
      if (!isCurrentKnown(queryClient)) return // the list that is fetched anew tells which one stayed
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

/** Ending the current session, by whichever call, is a logout: nothing of the person stays. */
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
      // The row changes at once; the list that is fetched anew confirms it.
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

/** Whether the session that was just ended was one's own: a list that marks none does not say so. */
function isSignedOut(): Promise<boolean> {
  return call(getCurrentAdmin, {}).then(
    () => false,
    (error: unknown) => error instanceof ApiError && error.status === 401,
  )
}
