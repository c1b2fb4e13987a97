import { test as base } from './own-stand.ts'
import { freePort } from './program.ts'
import { type SevadeskStand, startSevadesk } from './sevadesk-stand.ts'
import { openSlowLine, type SlowLine } from './slow-line.ts'

interface WorkerFixtures {
  /** Server and line together; the browser sees the line's port alone. */
  farStand: { sevadesk: SevadeskStand; line: SlowLine }
}

/** Our own server at the end of a line that the test can stop and cut. */
export const test = base.extend<{ line: SlowLine }, WorkerFixtures>({
  farStand: [
    async ({ backend }, use) => {
      if (backend === 'other') throw new Error('This test looks into our own server')
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const near = await startSevadesk(backend, { PANEL_ORIGINS: url })
      const line = await openSlowLine(port, Number(new URL(near.apiUrl).port))
      await use({ sevadesk: { ...near, panelUrl: url, apiUrl: url }, line })
      await line.stop()
      await near.stop()
    },
    { scope: 'worker' },
  ],
  sevadesk: [
    async ({ farStand }, use) => {
      await use(farStand.sevadesk)
    },
    { scope: 'worker' },
  ],
  line: async ({ farStand }, use) => {
    await use(farStand.line)
    farStand.line.release()
  },
})
