import { test as base } from './own-stand.ts'
import { startSevadesk } from './sevadesk-stand.ts'

/** Our own server for tests that fill and empty its donations: others count on those that a stand begins with. */
export const test = base.extend({
  sevadesk: [
    async ({ backend }, use) => {
      if (backend === 'other') throw new Error('This test looks into our own server')
      const sevadesk = await startSevadesk(backend)
      await use(sevadesk)
      await sevadesk.stop()
    },
    { scope: 'worker' },
  ],
})
