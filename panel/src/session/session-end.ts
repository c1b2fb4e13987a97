import type { CurrentAdmin } from '@sevadesk/contract/admin-schemas.ts'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../api/api-error.ts'
import { acceptSessionMark, changeElsewhere, readSessionMark } from '../api/session-mark.ts'
import { forgetFetched, meQuery } from './current-admin.ts'

let ended = false
let looking: Promise<void> | undefined
const listeners = new Set<() => void>()

/** Whether the session was found to be over while somebody was at work. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, () => ended)
}

/**
 * Asks anew who is signed in and what they may open, while somebody is at work: on the way to another page, on coming back to the tab, when
 * another tab says so, and after a refusal. One refused call does not end a session: only the 401 of `/admin/me` does. A logout in
 * another tab is one here too. `maxAge` is how old an answer may be that will do, in ms.
 */
export function lookAgain(queryClient: QueryClient, maxAge = 0): Promise<void> {
  if (!queryClient.getQueryData(meQuery.queryKey)) return Promise.resolve()
  if (changeElsewhere() === 'out') return Promise.resolve(followLogout(queryClient))
  looking ??= look(queryClient, maxAge).finally(() => {
    looking = undefined
  })
  return looking
}

async function look(queryClient: QueryClient, maxAge: number): Promise<void> {
  try {
    await queryClient.fetchQuery({ ...meQuery, staleTime: ended || changeElsewhere() ? 0 : maxAge })
    carryOn(queryClient)
  } catch (error) {
    const isAtWork = Boolean(queryClient.getQueryData(meQuery.queryKey))
    if (isAtWork && error instanceof ApiError && error.status === 401) setEnded(true)
  }
}

/** Whether somebody is signed in here, as far as is known. */
export function hasLiveSession(queryClient: QueryClient): boolean {
  return !ended && Boolean(queryClient.getQueryData(meQuery.queryKey))
}

export function markSessionAlive(): void {
  setEnded(false)
}

/** Drops all that is known of the last person; `admin` is at work from now on. */
export function forgetPerson(queryClient: QueryClient, admin: CurrentAdmin | null): void {
  forgetFetched(queryClient)
  queryClient.getMutationCache().clear()
  queryClient.setQueryData(meQuery.queryKey, admin)
}

/** The other tab has told the server, which will not know this tab's cookie or token any more. */
function followLogout(queryClient: QueryClient): void {
  acceptSessionMark(readSessionMark())
  forgetPerson(queryClient, null)
  setEnded(false)
}

/** Somebody logged in again, here or in another tab: what failed meanwhile is fetched. */
function carryOn(queryClient: QueryClient): void {
  if (!ended) return
  setEnded(false)
  void queryClient.invalidateQueries()
}

function setEnded(value: boolean): void {
  ended = value
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
