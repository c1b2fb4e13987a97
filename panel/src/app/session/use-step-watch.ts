import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { lookAgain } from '../../session/session-end.ts'

/** The ways in ask for themselves, and so does whatever they lead to. */
const WAYS_IN = ['/', '/login', '/post-login']

/**
 * Asks on the way to another page what one may open by now; the screen need not wait for that, since the server decides what is shown on
 * it. What typing, filters and pages of a list write into the address is no step to another page.
 */
export function useStepWatch(): void {
  const router = useRouter()
  const queryClient = useQueryClient()

  useEffect(() => {
    let isLed = false
    return router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
      const isWayIn = WAYS_IN.includes(toLocation.pathname)
      if (fromLocation && pathChanged && !isWayIn && !isLed) void lookAgain(queryClient)
      isLed = isWayIn
    })
  }, [router, queryClient])
}
