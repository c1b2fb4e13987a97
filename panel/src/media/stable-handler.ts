import { useCallback, useLayoutEffect, useRef } from 'react'

/** A handler that stays the same function and always does what the latest drawing says, so that cards need not be drawn for it. */
export function useStableHandler<Args extends unknown[]>(handler: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(handler)
  useLayoutEffect(() => {
    latest.current = handler
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
