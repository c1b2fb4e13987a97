import './no-render-records.ts'
import { beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react/pure'

// Files share one page, whose list of requests would be full after 250.
beforeEach(async () => {
  performance.clearResourceTimings()
  await cleanup()
})
