import './no-render-records.ts'
import { afterAll, beforeEach, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react/pure'

// Files share a page, which keeps only 250 resource timings.
beforeEach(async () => {
  performance.clearResourceTimings()
  await cleanup()
})

// Otherwise spies and stubs of a file would act in the next one.
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
