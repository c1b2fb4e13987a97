import type { CurrentAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { SESSION_MARK_KEY } from '../../api/identity/session-mark.ts'
import { isAccountData } from '../../session/current-admin.ts'
import { recheckSession } from '../../session/session-check.ts'
import { useMe } from '../../session/use-me.ts'

/** These routes and the routes that they redirect to request the current admin themselves. */
const ENTRY_ROUTES = ['/', '/login', '/post-login']

/** In ms. Avoids repeated checks: returning to a tab raises several events at once. */
const MAX_AGE = 2_000

/**
 * Rechecks the session when another tab logs in or out, when this tab is shown again, and when Back
 * restores the page from the browser's cache.
 */
export function useFocusCheck(): void {
  const queryClient = useQueryClient()

  useEffect(() => {
    function onStorage({ key }: StorageEvent) {
      if (key === SESSION_MARK_KEY) void recheckSession(queryClient)
    }
    function onShow() {
      if (document.visibilityState === 'visible') void recheckSession(queryClient, MAX_AGE)
    }
    addEventListener('storage', onStorage)
    addEventListener('focus', onShow)
    addEventListener('pageshow', onShow)
    document.addEventListener('visibilitychange', onShow)
    return () => {
      removeEventListener('storage', onStorage)
      removeEventListener('focus', onShow)
      removeEventListener('pageshow', onShow)
      document.removeEventListener('visibilitychange', onShow)
    }
  }, [queryClient])
}

/** Rechecks the session when the path changes, without delaying the navigation. */
export function useNavigationCheck(): void {
  const router = useRouter()
  const queryClient = useQueryClient()

  useEffect(() => {
    let isRedirected = false
    return router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
      const isEntry = ENTRY_ROUTES.includes(toLocation.pathname)
      if (fromLocation && pathChanged && !isEntry && !isRedirected) void recheckSession(queryClient)
      isRedirected = isEntry
    })
  }, [router, queryClient])
}

/**
 * Applies a change of role or sections at once: runs the route guards again, refetches the data of
 * this page and drops the cached data of all others.
 */
export function useRightsChange(): void {
  const admin = useMe()
  const router = useRouter()
  const queryClient = useQueryClient()
  const rights = admin && rightsOf(admin)
  const applied = useRef(rights)

  useEffect(() => {
    if (rights === applied.current) return
    applied.current = rights
    if (!rights) return
    void router.invalidate().then(() => {
      queryClient.removeQueries({ type: 'inactive', predicate: isAccountData })
      void queryClient.invalidateQueries({ predicate: isAccountData })
    })
  }, [rights, router, queryClient])
}

/** The same text for the same rights: a backend may repeat and reorder sections. */
function rightsOf({ role, sections, donationRights }: CurrentAdmin): string {
  return JSON.stringify([role, [...new Set(sections)].sort(), donationRights])
}
