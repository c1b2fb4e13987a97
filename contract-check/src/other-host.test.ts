import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hashPassword } from '@sevadesk/server/resources/admins/password-hash-service.ts'
import { TEST_ACCOUNT as ACCOUNT, checkForTest as check } from '@sevadesk/server/testing/check-backend.ts'
import { buildAdmin } from '@sevadesk/server/testing/factories.ts'
import { testApp } from '@sevadesk/server/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isOtherSite } from './panel-place.ts'

const PANEL = 'https://panel.example.org'
const NOW = '2026-01-31T10:00:00.000Z'
const ME = { _id: '1', username: 'checker', email: 'c@example.org', role: 'superadmin', sections: [], createdAt: NOW }
const VIDEO = { _id: '1', title: 'a', description: '', videoUrl: 'uploads/a.mp4', createdAt: NOW }

function usualStatus(isRefused: boolean, isInPart: boolean): number {
  if (isRefused) return 401
  return isInPart ? 206 : 200
}

describe('a backend on another host than the panel', () => {
  let server: Server
  let url: string
  let isSignedIn = false
  let cookie: string
  /** What differs from a backend that is right; an empty value leaves a header out. */
  let bend: (call: string) => { status?: number; headers?: Record<string, string> }
  beforeEach(() => {
    cookie = 'session=s3cret; Path=/; HttpOnly; Secure; SameSite=None; Partitioned'
    bend = () => ({})
  })
  beforeAll(async () => {
    server = createServer(answer)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  function answer({ method, url: path, headers }: IncomingMessage, response: ServerResponse) {
    const call = `${method} ${path}`
    if (call.startsWith('POST /api/admin/log')) isSignedIn = call.endsWith('login')
    const isKnown = isSignedIn && Boolean(headers.authorization ?? headers.cookie)
    const bodies: Record<string, unknown> = {
      'GET /api/admin/me': isKnown ? ME : {},
      'POST /api/admin/login': { token: 's3cret', message: 'Welcome' },
      'GET /api/homevideo/getvideo': { success: true, data: [VIDEO] },
    }
    const isRefused = call === 'GET /api/admin/me' && !isKnown
    const isInPart = headers.range !== undefined
    const usual = usualStatus(isRefused, isInPart)
    const asked = [call, isRefused && 'as nobody', isInPart && 'in part'].filter(Boolean).join(' ')
    const bent = bend(asked)
    const all = {
      'access-control-allow-origin': PANEL,
      'access-control-allow-credentials': 'true',
      ...(method === 'OPTIONS' && {
        'access-control-allow-methods': 'GET, PUT, DELETE',
        'access-control-allow-headers': 'content-type, authorization',
      }),
      ...(call === 'POST /api/admin/login' && { 'set-cookie': cookie }),
      'content-type': call.includes(' /uploads/') ? 'video/mp4' : 'application/json',
      ...bent.headers,
    }
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
    response.writeHead(bent.status ?? usual, sent)
    response.end(method === 'OPTIONS' ? '' : JSON.stringify(bodies[call] ?? { success: true, data: [] }))
  }

  test('that is right shows no difference, with the panel elsewhere and without', async () => {
    const { isClean, said } = await check(url, { origin: PANEL })
    expect(said).not.toMatch(/DIFFERS|note/)
    expect(isClean).toBe(true)
    for (const line of ['GET /admin/me, without a session', 'GET /admin/me, by the token, after the logout'])
      expect(said).toContain(`✓ ${line}`)
    expect(said).toContain('✓ OPTIONS /event/contract-check, before a DELETE')
    bend = () => ({ headers: { 'access-control-allow-origin': '', 'cross-origin-resource-policy': 'same-origin' } })
    expect((await check(url)).isClean).toBe(true)
    expect((await check(url, { origin: url })).isClean).toBe(true)
  })

  test.each([
    [
      'session=s3cret; Secure; SameSite=None',
      /✗ POST \/admin\/login\n.*the cookie session is not HttpOnly\.\n.*carry the session off/,
    ],
    [
      'session=s3cret; HttpOnly; SameSite=None',
      /session is not SameSite=None; Secure, since https:\/\/panel\.example\.org is another site\.\n.*drop the cookie/,
    ],
    ['session=s3cret; HttpOnly; Secure; SameSite=Lax', /session is not SameSite=None; Secure/],
  ])('sets the cookie %s', async (bentCookie, expected) => {
    cookie = bentCookie
    expect((await check(url, { origin: PANEL })).said).toMatch(expected)
  })

  type Bend = { status?: number; headers?: Record<string, string> }
  test.each<[string, Bend, RegExp]>([
    [
      'GET /api/admin/me',
      { headers: { 'access-control-allow-origin': '*' } },
      /✗ GET \/admin\/me, from https.*\n.*expected https:\/\/panel\.example\.org, came \*\.\n.*keeps every answer/,
    ],
    [
      'GET /api/admin/me',
      { headers: { 'access-control-allow-credentials': '' } },
      /Allow-Credentials: expected true, came nothing/,
    ],
    [
      'GET /api/admin/me as nobody',
      { headers: { 'access-control-allow-origin': '' } },
      /✗ GET \/admin\/me, without a session\n.*came nothing\.\n.*keeps failures from the panel/,
    ],
    [
      'GET /api/admin/me as nobody',
      { status: 403 },
      /without a session\n.*Expected the status 401, came 403\.\n.*does not notice that a session is over/,
    ],
    [
      'GET /api/admin/me as nobody',
      { status: 200 },
      /✗ GET \/admin\/me, by the cookie, after the logout\n.*came 200\.\n.*goes on working/,
    ],
    [
      'OPTIONS /api/event/contract-check',
      { status: 404 },
      /✗ OPTIONS .*before a PUT\n.*expected a status from 200 to 299, came 404\.\n.*does not send such calls/,
    ],
    [
      'OPTIONS /api/event/contract-check',
      { headers: { 'access-control-allow-methods': 'GET, PUT' } },
      /✓ OPTIONS .* PUT\n✗ OPTIONS .* DELETE\n.*Methods: DELETE is not named, came GET, PUT/,
    ],
    [
      'OPTIONS /api/event/contract-check',
      { headers: { 'access-control-allow-headers': '*' } },
      /Authorization is not named, came \*\.\n.*Safari, iPhones/,
    ],
    [
      'OPTIONS /api/event/contract-check',
      { headers: { 'access-control-allow-origin': '*' } },
      /✗ OPTIONS .*\n.*Allow-Origin: expected https/,
    ],
    [
      'GET /uploads/a.mp4 in part',
      { status: 200 },
      /✗ GET \/homevideo\/getvideo\n.*expected 206 for Range: bytes=0-1, came 200\.\n.*go about/,
    ],
    [
      'GET /uploads/a.mp4',
      { headers: { 'cross-origin-resource-policy': 'same-origin' } },
      /✗ GET \/homevideo\/getvideo\n.*Policy is same-origin, but the panel is at https.*\n.*refuses the file/,
    ],
  ])('answers %s with %o', async (wanted, bent, expected) => {
    bend = (call) => (call === wanted ? bent : {})
    const { isClean, said } = await check(url, { origin: PANEL })
    expect(said).toMatch(expected)
    expect(isClean).toBe(false)
  })

  test('is not asked in the name of what is no origin', async () => {
    await expect(check(url, { origin: 'panel.example.org' })).rejects.toThrow(
      /no origin of a panel: write it like https/,
    )
    expect((await check(url, { origin: `${PANEL}/login` })).isClean).toBe(true)
  })
})

test('our own server is right for a panel on another site, behind a proxy that adds https', async () => {
  const env = { PANEL_ORIGINS: PANEL, SESSION_COOKIE: 'cross-site', TRUSTED_PROXIES: '127.0.0.1' }
  const { app, config, db, close } = await testApp({ env })
  try {
    const password_hash = await hashPassword(ACCOUNT.password, config.argon2)
    await buildAdmin(db, { username: ACCOUNT.username, password_hash, role: 'superadmin' })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const request: typeof fetch = (address, options) =>
      fetch(address, { ...options, headers: { ...options?.headers, 'x-forwarded-proto': 'https' } })
    const { isClean, said } = await check(url, { origin: PANEL, request, isWriting: true })
    expect(said).not.toMatch(/DIFFERS|note/)
    expect(isClean).toBe(true)
    expect(said).toContain('✓ OPTIONS /event/contract-check, before a PUT')
  } finally {
    await close()
  }
})

test.each([
  ['https://admin.example.org', 'https://api.example.org', false],
  ['http://localhost:5173', 'http://localhost:8080', false],
  ['http://admin.example.org', 'https://api.example.org', true],
  ['https://trust.example.org', 'https://api.example.com', true],
  ['https://a.trust.org.in', 'https://b.trust.org.in', false],
  ['https://one.org.in', 'https://two.org.in', true],
  ['https://one.github.io', 'https://two.github.io', true],
  ['https://10.0.0.1', 'https://9.0.0.1', true],
])('the site of %s and that of %s are another: %s', (origin, host, expected) => {
  expect(isOtherSite({ origin, host })).toBe(expected)
})
