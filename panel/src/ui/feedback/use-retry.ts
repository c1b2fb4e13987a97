import { useEffect, useRef } from 'react'
import { pageHeading } from '../layout/page-heading.ts'

interface Query {
  isPending: boolean
  refetch: () => unknown
}

/**
 * Refetches a failed list. The retry button disappears meanwhile, so focus moves to the page's
 * heading. After loading, focus moves to the first card or row (`firstElementId`), unless the user
 * has moved focus elsewhere.
 */
export function useRetry(list: Query, firstElementId: string | undefined): () => void {
  const isRetrying = useRef(false)

  useEffect(() => {
    if (list.isPending || !isRetrying.current) return
    isRetrying.current = false
    if (document.activeElement !== pageHeading() || firstElementId === undefined) return
    document.getElementById(firstElementId)?.focus()
  }, [list.isPending, firstElementId])

  return () => {
    isRetrying.current = true
    pageHeading()?.focus({ preventScroll: true })
    void list.refetch()
  }
}
