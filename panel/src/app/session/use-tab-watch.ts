import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SESSION_MARK_KEY } from '../../api/identity/session-mark.ts'
import { lookAgain } from '../../session/session-end.ts'

/** How old an answer may be when somebody comes back to the tab, in ms: the window and the tab in it both say so. */
const FRESH_ENOUGH = 2_000

/**
 * Finds out without a click that the session was ended, or is somebody else's: as soon as another tab of this browser logs in or out, and
 * whenever this one is looked at again, also by Back out of the browser's memory.
 */
export function useTabWatch(): void {
  const queryClient = useQueryClient()

  useEffect(() => {
    function hear({ key }: StorageEvent) {
      if (key === SESSION_MARK_KEY) void lookAgain(queryClient)
    }
    function comeBack() {
      if (document.visibilityState === 'visible') void lookAgain(queryClient, FRESH_ENOUGH)
    }
    addEventListener('storage', hear)
    addEventListener('focus', comeBack)
    addEventListener('pageshow', comeBack)
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      removeEventListener('storage', hear)
      removeEventListener('focus', comeBack)
      removeEventListener('pageshow', comeBack)
      document.removeEventListener('visibilitychange', comeBack)
    }
  }, [queryClient])
}
