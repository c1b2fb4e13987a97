import './disable-render-timeline.ts'
import { toast } from 'react-hot-toast/headless'
import { afterAll, afterEach, beforeEach, inject, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react/pure'

declare module 'vitest' {
  interface ProvidedContext {
    /** As in scripts/test-clock.mjs. */
    clockOffsetMs: number
  }
}

// Once for the files that share the page.
if (!('offset' in Date)) {
  const RealDate = Date
  const realNow = RealDate.now
  const offset = inject('clockOffsetMs')
  const now = () => realNow() + offset
  RealDate.now = now // a test may replace it
  globalThis.Date = new Proxy(RealDate, {
    construct: (date, parts, caller) => Reflect.construct(date, parts.length === 0 ? [now()] : parts, caller),
    has: (date, name) => name === 'offset' || Reflect.has(date, name),
  })
}

beforeEach(async () => {
  // The browser keeps only 250, and test files share a page.
  performance.clearResourceTimings()
  await cleanup()
  // A toast of an earlier test would appear in this one.
  toast.remove()
  // A toast under the pointer stays, and could cover what this test clicks.
  await cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

// Requests without a response would hinder the next file: the browser sends at most six to a host.
afterAll(async () => {
  await cleanup()
  // The browser would keep the failure of a module whose load is cut off.
  await vi.dynamicImportSettled()
  window.stop()
})
