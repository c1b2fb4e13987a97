import { test as base } from './own-stand.ts'
import { startSevadesk } from './sevadesk-stand.ts'

/** Our own server with limits that small files exceed: photos of 0.25 MB and three at once, videos of 0.19 MB. */
export const test = base.extend({
  sevadesk: [
    async ({ backend }, use) => {
      if (backend === 'other') throw new Error('This test looks into our own server')
      const limits = { PHOTO_MAX_MB: '0.25', PHOTO_MAX_FILES: '3', VIDEO_MAX_MB: '0.19' }
      const sevadesk = await startSevadesk(backend, limits)
      await use(sevadesk)
      await sevadesk.stop()
    },
    { scope: 'worker' },
  ],
})
