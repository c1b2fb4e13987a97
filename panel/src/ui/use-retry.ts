import { useEffect, useRef } from 'react'
import { mediaCardId } from './media-item.ts'

interface Retried {
  isPending: boolean
  refetch: () => unknown
}

/**
 * Asks for a failed list again. The button goes while it is on its way, so focus waits at the page's heading and then goes to the
 * first card; it stays where it is if there is none, or if the person has gone elsewhere.
 */
export function useRetry(list: Retried, firstId: string | undefined): () => void {
  const isAwaited = useRef(false)

  useEffect(() => {
    if (list.isPending || !isAwaited.current) return
    isAwaited.current = false
    if (document.activeElement !== heading() || firstId === undefined) return
    document.getElementById(mediaCardId(firstId))?.focus()
  }, [list.isPending, firstId])

  return () => {
    isAwaited.current = true
    heading()?.focus({ preventScroll: true })
    void list.refetch()
  }
}

function heading(): HTMLElement | null {
  return document.querySelector('h1[tabindex]')
}
