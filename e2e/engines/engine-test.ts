import { writeFile } from 'node:fs/promises'
import { test as base, expect } from '@playwright/test'
import { findFirefox, findWebkit } from '../../scripts/browsers.mjs'
import { freePort } from '../../scripts/free-port.ts'
import { type SevadeskServer, startSevadesk } from '../support/sevadesk-server.ts'
import { type Engine, type NamedHosts, runIn } from './engine.ts'
import { type MediaProxy, openMediaProxy } from './media-proxy.ts'
import { startChromium, startFirefox } from './puppeteer-engine.ts'
import { startWebkit } from './webkit-engine.ts'

export interface EngineOptions {
  engineName: 'chromium' | 'firefox' | 'webkit'
}

/** Our own server behind a proxy. The browser opens `url`, the address of the proxy. */
export interface ProxiedServer {
  sevadesk: SevadeskServer
  line: MediaProxy
  url: string
}

export const test = base.extend<{ engine: Engine }, EngineOptions & { far: ProxiedServer }>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  far: [
    async ({ engineName }, use) => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const sevadesk = await startSevadesk('sqlite', { PANEL_ORIGINS: url, TRUST_NAME: `Trust in ${engineName}` })
      const line = await openMediaProxy(port, Number(new URL(sevadesk.apiUrl).port))
      await use({ sevadesk, line, url })
      await line.stop()
      await sevadesk.stop()
    },
    { scope: 'worker' },
  ],
  engine: async ({ engineName }, use, testInfo) => {
    const engine = await startEngine(engineName)
    testInfo.annotations.push({ type: 'engine', description: engine.version })
    try {
      await use(engine)
      if (testInfo.status !== testInfo.expectedStatus) {
        const path = testInfo.outputPath('screen.png')
        await writeFile(path, await engine.screenshot())
        await testInfo.attach('screen', { path })
      }
    } finally {
      await engine.close()
    }
  },
})

/** Throws if this machine lacks the browser or its video decoder. */
export async function startEngine(name: EngineOptions['engineName'], hosts?: NamedHosts): Promise<Engine> {
  if (name === 'chromium') return startChromium(process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', hosts)
  const firefox = findFirefox()
  if (name === 'firefox' && firefox) return startFirefox(firefox, hosts)
  const webkit = findWebkit()
  if (name === 'webkit' && webkit) return startWebkit(webkit, hosts)
  throw new Error(`There is no ${name} here that can play videos`)
}

/** Records CSP violations and errors of the page until the next page load. */
export function recordPageErrors(engine: Engine): Promise<void> {
  return runIn(engine, () => {
    const trouble: string[] = []
    Reflect.set(window, 'trouble', trouble)
    addEventListener('securitypolicyviolation', (event) => {
      trouble.push(`CSP: ${event.violatedDirective} ${event.blockedURI}`)
    })
    addEventListener('error', (event) => trouble.push(`page error: ${event.message}`))
    addEventListener('unhandledrejection', (event) => trouble.push(`unhandled: ${event.reason}`))
  })
}

export async function expectNoPageErrors(engine: Engine): Promise<void> {
  expect(await runIn(engine, () => Reflect.get(window, 'trouble')), 'what a page must never do').toEqual([])
}
