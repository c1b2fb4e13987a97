import { useEffect, useRef } from 'react'

interface Retried {
  isPending: boolean
  refetch: () => unknown
}

/**
 * Asks for a failed list again. The button goes while it is on its way, so focus waits at the page's heading and then goes to the
 * first card or row, which has `firstElementId` in the page; it stays where it is if there is none, or if the person has gone elsewhere.
 */
export function useRetry(list: Retried, firstElementId: string | undefined): () => void {
  const isAwaited = useRef(false)

  useEffect(() => {
    if (list.isPending || !isAwaited.current) return
    isAwaited.current = false
    if (document.activeElement !== heading() || firstElementId === undefined) return
    document.getElementById(firstElementId)?.focus()
  }, [list.isPending, firstElementId])

  return () => {
    isAwaited.current = true
    heading()?.focus({ preventScroll: true })
    void list.refetch()
  }
}

function heading(): HTMLElement | null {
  return document.querySelector('h1[tabindex]')
}
