import { type SevadeskStand, startSevadesk } from './sevadesk-stand.ts'
import { test as base } from './test.ts'

interface WorkerFixtures {
  /** The same stand, with the database and the folder of our own server. */
  sevadesk: SevadeskStand
}

/** For what only our own server can show, such as its rows and its folder. */
export const test = base.extend<object, WorkerFixtures>({
  sevadesk: [
    async ({ backend }, use) => {
      if (backend === 'other') throw new Error('This test looks into our own server')
      const sevadesk = await startSevadesk(backend)
      await use(sevadesk)
      await sevadesk.stop()
    },
    { scope: 'worker' },
  ],
  stand: [
    async ({ sevadesk }, use) => {
      await use(sevadesk)
    },
    { scope: 'worker' },
  ],
})
