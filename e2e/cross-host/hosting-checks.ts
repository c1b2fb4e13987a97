import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { ROOT } from '../support/program.ts'
import { cookieOf } from '../support/test-server.ts'
import type { CrossHostServer } from './cross-host-server.ts'

const SECURITY = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
]
const LARGE_BYTES = 2 * 1024 ** 3 - 1_000_000
const FIRST_BYTES = 400_000
const ADD_VIDEO = '/api/homevideo/addvideo'

/**
 * Checks that the web server sends the headers and files that our server sends, and that it streams
 * a large upload.
 */
export async function expectDocumentedHosting(cross: CrossHostServer): Promise<void> {
  await expectSameHeaders(cross)
  await expectFiles(cross)
  await expectUploadPassedOn(cross)
}

/** Expects the same headers as from our server; the CSP also names the API host. */
async function expectSameHeaders(cross: CrossHostServer): Promise<void> {
  const ours = await fetch(`${cross.sevadesk.apiUrl}/gaushala`, { headers: { 'x-forwarded-proto': 'https' } })
  const expected = Object.fromEntries(SECURITY.map((name) => [name, ours.headers.get(name)]))
  const { headers, text } = await get(cross, '/gaushala')
  const policy = String(headers['content-security-policy'])
  expect(policy.match(new RegExp(`(connect|img|media)-src [^;]*${cross.apiUrl}`, 'g'))).toHaveLength(3)
  expect({ ...only(headers), 'content-security-policy': parts(policy.replaceAll(` ${cross.apiUrl}`, '')) }).toEqual({
    ...expected,
    'content-security-policy': parts(String(expected['content-security-policy'])),
  })
  // Our server embeds the settings instead of a link to them.
  const withoutSettings = (page: string) => page.replace(/<(?:link|script) id="panel-config".*?(?:\/>|<\/script>)/, '')
  expect(withoutSettings(text)).toBe(withoutSettings(await ours.text()))
  expect(only((await get(cross, '/nothing-here.js')).headers)).toEqual(only(headers))
}

async function expectFiles(cross: CrossHostServer): Promise<void> {
  const [asset] = readdirSync(join(ROOT, 'panel/dist/assets')).filter((name) => /^index-.*\.js$/.test(name))
  for (const [path, status, cache] of [
    ['/', 200, 'no-cache'],
    ['/index.html', 200, 'no-cache'],
    ['/events?page=2', 200, 'no-cache'],
    ['/config.json', 200, 'no-cache'],
    ['/favicon.svg', 200, 'no-cache'],
    [`/assets/${asset}`, 200, 'public, max-age=31536000, immutable'],
    ['/assets/gone.js', 404, undefined],
    ['/no-such.png', 404, undefined],
  ] as const) {
    const response = await get(cross, path)
    expect(response.status, path).toBe(status)
    if (cache) expect(response.headers['cache-control'], path).toBe(cache)
    else expect(response.headers['cache-control'] ?? '', path).not.toContain('immutable')
  }
  const packed = await get(cross, `/assets/${asset}`, { 'accept-encoding': 'gzip' })
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': expect.stringContaining('javascript'),
  })
  const { apiHost } = JSON.parse((await get(cross, '/config.json')).text)
  expect(apiHost).toBe(cross.apiUrl)
}

/** Checks that our server receives the first bytes before the rest is sent. */
async function expectUploadPassedOn(cross: CrossHostServer): Promise<void> {
  const cookie = await cookieOf(cross.sevadesk.apiUrl)
  const token = cookie.split('=')[1] ?? ''
  const sending = start(cross, new URL(cross.apiUrl).host, ADD_VIDEO, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=film',
      'content-length': LARGE_BYTES,
    },
  })
  let outcome = ''
  sending.on('response', ({ statusCode }) => (outcome = `status ${statusCode}`))
  sending.on('error', (error) => (outcome ||= String(error)))
  sending.write('--film\r\nContent-Disposition: form-data; name="title"\r\n\r\nLong film\r\n')
  sending.write('--film\r\nContent-Disposition: form-data; name="video"; filename="film.mp4"\r\n\r\n')
  sending.write(readFileSync(join(ROOT, 'e2e/support/videos/h264.mp4')))
  sending.write(Buffer.alloc(FIRST_BYTES))
  await expect.poll(() => outcome || cross.requestLog.arrived(`POST ${ADD_VIDEO}`)).toBeGreaterThan(FIRST_BYTES)
  sending.destroy()
}

async function get(cross: CrossHostServer, path: string, headers: Record<string, string> = {}) {
  const asking = start(cross, new URL(cross.panelUrl).host, path, { headers })
  asking.end()
  const [response] = await once(asking, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const received = response.headers as IncomingHttpHeaders
  return { status: Number(response.statusCode), headers: received, text: Buffer.concat(chunks).toString() }
}

/** Starts a request over TLS that verifies the certificate. */
function start({ certificates, tlsPort }: CrossHostServer, host: string, path: string, options: object) {
  const ca = readFileSync(certificates.authority)
  const { headers, ...rest } = options as { headers?: Record<string, string | number> }
  const toHost = { host: '127.0.0.1', port: tlsPort, servername: host, ca, agent: false }
  return request({ ...toHost, path, headers: { ...headers, host }, ...rest })
}

function only(headers: IncomingHttpHeaders): Record<string, unknown> {
  return Object.fromEntries(SECURITY.map((name) => [name, headers[name]]))
}

function parts(policy: string): string[] {
  return policy
    .split(';')
    .map((rule) => rule.trim())
    .toSorted()
}
