import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { recheckSession } from '../../session/session-check.ts'

/** These routes ask for the current admin themselves, and so do the ones that they redirect to. */
const ENTRY_ROUTES = ['/', '/login', '/post-login']

/**
 * Rechecks the session on the way to another page, without delaying it. A change of the search or
 * hash is not another page.
 */
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
