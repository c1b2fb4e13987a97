import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { startRazorpay } from './fake-razorpay.ts'
import { test as base } from './own-stand.ts'
import { freePort, ROOT } from './program.ts'
import { startSevadesk } from './sevadesk-stand.ts'

interface Site {
  razorpay: Awaited<ReturnType<typeof startRazorpay>>
  /** The trust's public site: an empty page of an origin of its own. */
  url: string
  /** A page of an origin that the server does not know. */
  strangerUrl: string
}

/** Our own server with the example trust, a public site beside it, and Razorpay as the tests have it. */
export const test = base.extend<{ donor: Page }, { site: Site }>({
  site: [
    async ({ backend }, use) => {
      if (backend === 'other') throw new Error('This test looks into our own server')
      const razorpay = await startRazorpay()
      const page = await serveEmptyPage()
      const stranger = await serveEmptyPage()
      await use({ razorpay, url: page.url, strangerUrl: stranger.url })
      await razorpay.stop()
      await page.stop()
      await stranger.stop()
    },
    { scope: 'worker' },
  ],
  sevadesk: [
    async ({ backend, site }, use) => {
      const database = backend === 'postgresql' ? backend : 'sqlite'
      const sevadesk = await startSevadesk(database, {
        ...site.razorpay.settings,
        SITE_ORIGINS: site.url,
        TRUST_FILE: join(ROOT, 'trust.example.json'),
      })
      await use(sevadesk)
      await sevadesk.stop()
    },
    { scope: 'worker' },
  ],
  /** A visitor of the public site, with a browser of their own and no session. */
  donor: async ({ browser, site }, use) => {
    const context: BrowserContext = await browser.newContext()
    const page = await context.newPage()
    await page.goto(site.url)
    await use(page)
    await context.close()
  },
})

async function serveEmptyPage() {
  const port = await freePort()
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Site</title>')
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface SiteAnswer {
  status: number
  type: string
  /** The bytes, in base64. */
  bytes: string
}

/** A call as the site's own script makes it: from that page's origin, without credentials. Rejects where the browser blocks it. */
export function callFrom(page: Page, url: string, body?: unknown): Promise<SiteAnswer> {
  const request = { url, json: body === undefined ? undefined : JSON.stringify(body) }
  return page.evaluate(async ({ url, json }) => {
    const sent = json === undefined ? {} : { body: json, headers: { 'content-type': 'application/json' } }
    const answer = await fetch(url, { method: 'POST', ...sent })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', bytes: btoa(text) }
  }, request)
}

export function jsonOf<Data>({ bytes }: SiteAnswer): Data {
  return JSON.parse(Buffer.from(bytes, 'base64').toString()).data
}
