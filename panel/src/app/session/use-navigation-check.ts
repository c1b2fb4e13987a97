import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { recheckSession } from '../../session/session-check.ts'

/** These routes and the routes that they redirect to request the current admin themselves. */
const ENTRY_ROUTES = ['/', '/login', '/post-login']

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
