import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A function that never changes and calls the latest `handler`, so that memoised cards need no new
 * render.
 */
export function useStableHandler<Args extends unknown[]>(handler: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(handler)
  useLayoutEffect(() => {
    latest.current = handler
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
