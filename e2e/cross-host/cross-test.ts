import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { findFirefox, findWebkit } from '../../scripts/browsers.mjs'
import type { Engine } from '../engines/engine.ts'
import { type EngineOptions, startEngine } from '../engines/engine-test.ts'
import { collectPageErrors } from '../support/page-errors.ts'
import { type CrossHostServer, type Layout, startCrossHostServer } from './cross-host-server.ts'
import type { Device } from './devices.ts'
import { OLD_TOKEN, TOKEN_KEY } from './journey.ts'

/** `npm test` reports the browsers that this machine lacks. */
export const ENGINE_NAMES = (['chromium', 'firefox', 'webkit'] as const).filter((name) => {
  if (name === 'chromium') return true
  return name === 'firefox' ? findFirefox() : findWebkit()
})

interface Fixtures {
  /** Starts a browser that reaches the test hosts, and closes it after the test. */
  openEngine(name: EngineOptions['engineName']): Promise<Engine>
  /** Opens a Chromium page with the device's identity and a token from an earlier visit. */
  openDevice(device: Device): Promise<Page>
}

/** Each test file sets `layout` for its hosts. */
export const test = base.extend<Fixtures, { layout: Layout; cross: CrossHostServer }>({
  layout: [
    { webServer: 'caddy', apiHost: 'api.test', sessionCookie: 'cross-site' },
    { option: true, scope: 'worker' },
  ],
  cross: [
    async ({ layout }, use) => {
      const cross = await startCrossHostServer(layout)
      await use(cross)
      await cross.stop()
    },
    { scope: 'worker' },
  ],
  openEngine: async ({ cross }, use, testInfo) => {
    const engines: Engine[] = []
    await use(async (name) => {
      const engine = await startEngine(name, cross.hosts)
      testInfo.annotations.push({ type: 'engine', description: engine.version })
      engines.push(engine)
      return engine
    })
    for (const engine of engines) {
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('screen', { body: await engine.screenshot(), contentType: 'image/png' })
      }
      await engine.close()
    }
  },
  openDevice: async ({ browser, cross }, use) => {
    const contexts: BrowserContext[] = []
    const troubles: string[][] = []
    await use(async ({ userAgent, maxTouchPoints }) => {
      const proxy = { server: `http://127.0.0.1:${cross.hosts.proxyPort}` }
      const stored = { origin: cross.panelUrl, localStorage: [{ name: TOKEN_KEY, value: OLD_TOKEN }] }
      const storageState = { cookies: [], origins: [stored] }
      const context = await browser.newContext({ userAgent, proxy, storageState, ignoreHTTPSErrors: true })
      contexts.push(context)
      const hosts = [cross.panelUrl, cross.apiUrl].map((url) => new URL(url).host)
      troubles.push((await collectPageErrors(context, hosts)).errors)
      await context.addInitScript((points) => {
        Object.defineProperty(navigator, 'maxTouchPoints', { get: () => points })
      }, maxTouchPoints)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
    expect(
      troubles.flat().filter((trouble) => !isRefusedScrollStyle(trouble)),
      'CSP violations and page errors',
    ).toEqual([])
  },
})

/**
 * On an iPhone, React Aria adds a style element while a dialog is open. The CSP blocks it, and
 * theme.css contains the same rule.
 */
function isRefusedScrollStyle(trouble: string): boolean {
  return /^(CSP: style-src-elem inline|console: Applying inline style violates) .*\/assets\/app-/.test(trouble)
}
