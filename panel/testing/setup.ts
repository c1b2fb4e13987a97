import './disable-render-timeline.ts'
import { toast } from 'react-hot-toast/headless'
import { afterAll, beforeEach, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react/pure'

beforeEach(async () => {
  // The browser keeps only 250, and test files share a page.
  performance.clearResourceTimings()
  await cleanup()
  // A toast of an earlier test would appear in this one.
  toast.remove()
})

// What a file leaves would act in the next one: spies and stubs, and requests without a response,
// of which the browser sends at most six to a host.
afterAll(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await cleanup()
  window.stop()
})
