import './no-render-records.ts'
import { cleanup } from 'vitest-browser-react/pure'
import { beforeEach } from 'vitest'

// Files share one page, whose list of requests would be full after 250.
beforeEach(async () => {
  performance.clearResourceTimings()
  await cleanup()
})
