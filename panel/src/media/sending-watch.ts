/** How long nothing may move before it is said, in ms. */
export const QUIET_MS = 20_000

interface SendingWatch {
  /** Something has moved. */
  moved: () => void
  /** It is over; nothing is told any more. */
  stop: () => void
}

/** Tells by `onQuiet` when nothing has moved for a while, and again when something does. It never ends anything by itself. */
export function watchSending(onQuiet: (isQuiet: boolean) => void): SendingWatch {
  let isQuiet = false
  let timer = start()

  function start() {
    return setTimeout(() => {
      isQuiet = true
      onQuiet(true)
    }, QUIET_MS)
  }

  return {
    moved: () => {
      clearTimeout(timer)
      timer = start()
      if (!isQuiet) return
      isQuiet = false
      onQuiet(false)
    },
    stop: () => clearTimeout(timer),
  }
}
