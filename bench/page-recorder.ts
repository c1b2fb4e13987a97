import type { FirstCards, Scroll } from './gallery-page.ts'

declare global {
  interface Window {
    firstCards?: FirstCards
    stopFrames?: () => Scroll
  }
}

/** A Long Animation Frames entry, which TypeScript's DOM types lack. */
interface LongFrame extends PerformanceEntry {
  readonly blockingDuration: number
  readonly renderStart: number
  readonly styleAndLayoutStart: number
  readonly scripts: readonly {
    readonly duration: number
    readonly forcedStyleAndLayoutDuration: number
    readonly invoker: string
    readonly sourceFunctionName: string
  }[]
}

/**
 * Runs in the page before its own scripts: checks every frame until all list pictures in view are
 * loaded.
 */
export function recordFirstCards(): void {
  let card = 0
  const look = () => {
    const inWindow = [...document.querySelectorAll<HTMLImageElement>('li img')].filter((image) => {
      const { top, bottom, height } = image.getBoundingClientRect()
      return height > 0 && top < innerHeight && bottom > 0
    })
    if (inWindow.length > 0 && card === 0) card = performance.now()
    const isLoaded = inWindow.length > 0 && inWindow.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
    if (isLoaded) window.firstCards = { card, picture: performance.now() }
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Runs in the page: records every frame until `stopFrames` is called. */
export function recordFrames(): void {
  const times: number[] = []
  const long: LongFrame[] = []
  const observer = new PerformanceObserver((list) => {
    long.push(...list.getEntries().map((entry) => entry as LongFrame))
  })
  observer.observe({ type: 'long-animation-frame' })
  let isOver = false
  const note = (now: number) => {
    times.push(now)
    if (!isOver) requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
  window.stopFrames = () => {
    isOver = true
    observer.disconnect()
    const frames = times.slice(1).map((time, at) => time - (times[at] ?? time))
    const longest = long
      .toSorted((a, b) => b.duration - a.duration)
      .slice(0, 5)
      .map(({ startTime, duration, renderStart, styleAndLayoutStart, scripts }) => {
        const parts = scripts.map(
          (script) =>
            `${script.invoker} ${script.sourceFunctionName} ${Math.round(script.duration)} ms (${Math.round(script.forcedStyleAndLayoutDuration)} ms of forced layout)`,
        )
        const end = startTime + duration
        return `${Math.round(duration)} ms: before rendering ${Math.round(renderStart - startTime)}, callbacks ${Math.round(styleAndLayoutStart - renderStart)}, style and layout ${Math.round(end - styleAndLayoutStart)}; ${parts.join(', ')}`
      })
    return {
      longestFrame: Math.max(...frames),
      slowFrames: frames.filter((frame) => frame > 50).length,
      frames: frames.length,
      longest,
    }
  }
}
