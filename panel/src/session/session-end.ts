import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../api/api-error.ts'
import { meQuery } from './current-admin.ts'

let ended = false
let asking: Promise<void> | undefined
let askingDuty: Promise<unknown> | undefined
const listeners = new Set<() => void>()

/** Whether the session was found to be over while somebody was at work. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, () => ended)
}

/**
 * Called when a call answered 401 to somebody at work. One refused call does not end a session: `/admin/me` is asked once, and only
 * its own 401 does.
 */
export function checkSession(queryClient: QueryClient): Promise<void> {
  if (!queryClient.getQueryData(meQuery.queryKey) || ended) return Promise.resolve()
  asking ??= queryClient
    .fetchQuery({ ...meQuery, staleTime: 0 })
    .then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 401) setEnded(true)
      },
    )
    .finally(() => {
      asking = undefined
    })
  return asking
}

/** Called when the server refuses somebody at work until they have a password of their own: `/admin/me` then says so too. */
export function checkPasswordDuty(queryClient: QueryClient): Promise<unknown> {
  if (!queryClient.getQueryData(meQuery.queryKey)) return Promise.resolve()
  askingDuty ??= queryClient
    .fetchQuery({ ...meQuery, staleTime: 0 })
    .catch(() => undefined)
    .finally(() => {
      askingDuty = undefined
    })
  return askingDuty
}

export function markSessionAlive(): void {
  setEnded(false)
}

function setEnded(value: boolean): void {
  ended = value
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
