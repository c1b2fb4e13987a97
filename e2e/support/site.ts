import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { startRazorpay } from './fake-razorpay.ts'

/** Test doubles of the trust's public site and of the payment provider. */
export interface Site {
  razorpay: Awaited<ReturnType<typeof startRazorpay>>
  /** An empty page of the public site, on an origin that the server allows. */
  url: string
  /** An empty page on an origin that the server does not allow. */
  foreignUrl: string
  stop(): Promise<void>
}

export async function startSite(): Promise<Site> {
  const razorpay = await startRazorpay()
  const page = await serveEmptyPage()
  const foreign = await serveEmptyPage()
  return {
    razorpay,
    url: page.url,
    foreignUrl: foreign.url,
    stop: async () => {
      await razorpay.stop()
      await page.stop()
      await foreign.stop()
    },
  }
}

async function serveEmptyPage() {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Site</title>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface SiteResponse {
  status: number
  type: string
  /** The body in base64. */
  bytes: string
}

/**
 * Calls the API from the page's origin, as the site's script does: without cookies. Rejects if the
 * browser blocks the call.
 */
export function callFrom(page: Page, url: string, body?: unknown): Promise<SiteResponse> {
  const request = { url, json: body === undefined ? undefined : JSON.stringify(body) }
  return page.evaluate(async ({ url, json }) => {
    const options = json === undefined ? {} : { body: json, headers: { 'content-type': 'application/json' } }
    const response = await fetch(url, { method: 'POST', ...options })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
    return { status: response.status, type: response.headers.get('content-type') ?? '', bytes: btoa(text) }
  }, request)
}

export function jsonOf<Data>({ bytes }: SiteResponse): Data {
  return JSON.parse(Buffer.from(bytes, 'base64').toString()).data
}
