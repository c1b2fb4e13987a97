import { startTransition, useEffect, useState } from 'react'

/** More than the first screen shows, at any width. */
const STEP = 24

/**
 * How many of `total` cards to render now. Grows step by step, so that a long list appears soon
 * and stays responsive.
 */
export function useProgressiveCount(total: number): number {
  const [count, setCount] = useState(STEP)

  useEffect(() => {
    if (count >= total) return
    // The timeout lets the browser paint and handle input between two steps.
    const timer = setTimeout(() => startTransition(() => setCount(count + STEP)))
    return () => clearTimeout(timer)
  }, [count, total])

  return count
}
