import { test as base, expect } from '@playwright/test'
import { type Hands, handsOf, type Means } from './hands.ts'
import { startOtherBackend } from './other-stand.ts'
import { startSevadesk } from './sevadesk-stand.ts'
import type { Stand } from './stand.ts'
import { type Watch, watchContext } from './watch.ts'

type Backend = 'sqlite' | 'postgresql' | 'other'

export interface WorkerOptions {
  backend: Backend
}

export interface TestOptions {
  means: Means
}

interface WorkerFixtures {
  /** Panel and backend, shared by the tests of a worker. */
  stand: Stand
}

interface Fixtures {
  watch: Watch
  hands: Hands
}

/** Every test fails on a CSP violation, a page error, a console error or a call to a foreign host. */
export const test = base.extend<TestOptions & Fixtures, WorkerOptions & WorkerFixtures>({
  backend: ['sqlite', { option: true, scope: 'worker' }],
  means: ['mouse', { option: true }],
  stand: [
    async ({ backend }, use) => {
      const stand = backend === 'other' ? await startOtherBackend() : await startSevadesk(backend)
      await use(stand)
      await stand.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ stand }, use) => {
    await use(stand.panelUrl)
  },
  watch: [
    async ({ context, stand }, use) => {
      const watch = await watchContext(context, [new URL(stand.panelUrl).host, new URL(stand.apiUrl).host])
      await use(watch)
      expect(watch.trouble, 'what a page must never do').toEqual([])
    },
    { auto: true },
  ],
  hands: async ({ page, means }, use) => {
    await use(handsOf(page, means))
  },
})
