import { test as base, expect, type Page } from '@playwright/test'
import { createDriver, type Driver, type InputMode } from './driver.ts'
import { collectPageErrors, type PageErrors } from './page-errors.ts'
import type { SevadeskServer } from './sevadesk-server.ts'
import type { Site } from './site.ts'
import type { SlowProxy } from './slow-proxy.ts'
import type { TestServer } from './test-server.ts'
import { type Backend, startWorkerServer, type WorkerServer } from './worker-server.ts'

export interface WorkerOptions {
  backend: Backend
  /** Further settings of our own server. */
  settings: Record<string, string>
}

export interface TestOptions {
  inputMode: InputMode
  /** The browser reaches our own server through `slowProxy`. */
  isBehindProxy: boolean
}

interface WorkerFixtures {
  workerServer: WorkerServer
}

interface Fixtures {
  /** Panel and backend, with only the seed data when a test begins. */
  server: TestServer
  /** `server` as our own server, with its database and data folder. */
  sevadesk: SevadeskServer
  site: Site
  slowProxy: SlowProxy
  /** A visitor's page of the public site, in a separate browser context. */
  visitor: Page
  pageErrors: PageErrors
  driver: Driver
}

/**
 * Every test fails on a CSP violation, a page error, a console error or a request to a foreign
 * host.
 */
export const test = base.extend<TestOptions & Fixtures, WorkerOptions & WorkerFixtures>({
  backend: ['sqlite', { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],
  inputMode: ['mouse', { option: true }],
  isBehindProxy: [false, { option: true }],
  workerServer: [
    async ({ backend, settings }, use) => {
      const workerServer = await startWorkerServer(backend, settings)
      await use(workerServer)
      await workerServer.stop()
    },
    { scope: 'worker' },
  ],
  server: async ({ workerServer: { server, own }, isBehindProxy }, use) => {
    await server.reset()
    await use(isBehindProxy && own ? behindProxy(own.sevadesk, own.slowProxyUrl) : server)
    own?.slowProxy.resume()
  },
  // Depends on `server`, which resets the data.
  sevadesk: async ({ workerServer, isBehindProxy, server: _reset }, use) => {
    const { sevadesk, slowProxyUrl } = ownServer(workerServer)
    await use(isBehindProxy ? behindProxy(sevadesk, slowProxyUrl) : sevadesk)
  },
  site: async ({ workerServer }, use) => {
    await use(ownServer(workerServer).site)
  },
  slowProxy: async ({ workerServer }, use) => {
    await use(ownServer(workerServer).slowProxy)
  },
  visitor: async ({ browser, site }, use) => {
    const context = await browser.newContext()
    await context.addInitScript(setTestClock, Number(process.env.TEST_CLOCK_OFFSET_MS ?? 0))
    const page = await context.newPage()
    await page.goto(site.url)
    await use(page)
    await context.close()
  },
  baseURL: async ({ server }, use) => {
    await use(server.panelUrl)
  },
  context: async ({ context }, use) => {
    await context.addInitScript(setTestClock, Number(process.env.TEST_CLOCK_OFFSET_MS ?? 0))
    await use(context)
  },
  pageErrors: [
    async ({ context, server }, use) => {
      const pageErrors = await collectPageErrors(context, [new URL(server.panelUrl).host, new URL(server.apiUrl).host])
      await use(pageErrors)
      expect(pageErrors.errors, 'errors on the page').toEqual([])
    },
    { auto: true },
  ],
  driver: async ({ page, inputMode }, use) => {
    await use(createDriver(page, inputMode))
  },
})

/**
 * Runs in each page: the clock of scripts/test-clock.mjs, and two minutes for what the panel shows
 * for ten seconds, such as Undo.
 */
function setTestClock(offset: number): void {
  const { Date: RealDate, setTimeout: start } = window
  const now = () => RealDate.now() + offset
  window.Date = new Proxy(RealDate, {
    construct: (date, parts, caller) => Reflect.construct(date, parts.length === 0 ? [now()] : parts, caller),
    get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
  })
  window.setTimeout = new Proxy(start, {
    apply: (call, self, [run, delay, ...values]) =>
      Reflect.apply(call, self, [run, delay === 10_000 ? 120_000 : delay, ...values]),
  })
}

function ownServer({ own }: WorkerServer) {
  if (!own) throw new Error('This test needs our own server')
  return own
}

/** The server with the proxy's URLs. Inherits the rest, so that getters return current values. */
function behindProxy(sevadesk: SevadeskServer, url: string): SevadeskServer {
  return Object.create(sevadesk, { panelUrl: { value: url }, apiUrl: { value: url } })
}
