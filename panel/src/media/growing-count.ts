import { startTransition, useEffect, useState } from 'react'

/** More than the first screen shows, on any screen. */
const FIRST = 24
const STEP = 24

/**
 * How many of `total` to draw now: the first at once, the others a few at a time behind them, so that a list of hundreds shows its
 * beginning soon and the page answers meanwhile.
 */
export function useGrowingCount(total: number): number {
  const [count, setCount] = useState(FIRST)

  useEffect(() => {
    if (count >= total) return
    // Between two steps the browser gets its turn to draw and to hear the person.
    const timer = setTimeout(() => startTransition(() => setCount(count + STEP)))
    return () => clearTimeout(timer)
  }, [count, total])

  return count
}
