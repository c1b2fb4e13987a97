/** An upload without progress for this many milliseconds counts as stalled. */
export const STALL_MS = 20_000

interface StallTimer {
  /** Call at every sign of progress. */
  restart: () => void
  stop: () => void
}

/**
 * Calls `onChange(true)` when an upload stalls, and `onChange(false)` when it continues. Never
 * aborts the upload.
 */
export function startStallTimer(onChange: (isStalled: boolean) => void): StallTimer {
  let isStalled = false
  let timer = start()

  function start() {
    return setTimeout(() => {
      isStalled = true
      onChange(true)
    }, STALL_MS)
  }

  return {
    restart: () => {
      clearTimeout(timer)
      timer = start()
      if (!isStalled) return
      isStalled = false
      onChange(false)
    },
    stop: () => clearTimeout(timer),
  }
}
