import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hashPassword } from '@sevadesk/server/resources/accounts/passwords/password-hash-service.ts'
import { buildAdmin } from '@sevadesk/server/testing/factories.ts'
import { testApp } from '@sevadesk/server/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isOtherSite } from './panel-origin.ts'
import { TEST_ACCOUNT as ACCOUNT, checkBackend as check } from './testing/check-backend.ts'

const PANEL = 'https://panel.example.org'
const NOW = '2026-01-31T10:00:00.000Z'
const ME = { _id: '1', username: 'checker', email: 'c@example.org', role: 'superadmin', sections: [], createdAt: NOW }
const VIDEO = { _id: '1', title: 'a', description: '', videoUrl: 'uploads/a.mp4', createdAt: NOW }

function correctStatus(isUnauthorised: boolean, isPartial: boolean): number {
  if (isUnauthorised) return 401
  return isPartial ? 206 : 200
}

describe('the check of a backend on a different host than the panel', () => {
  let server: Server
  let url: string
  let isSignedIn = false
  let cookie: string
  /** Overrides a correct response; an empty value removes a header. */
  let override: (call: string) => { status?: number; headers?: Record<string, string> }
  beforeEach(() => {
    cookie = 'session=s3cret; Path=/; HttpOnly; Secure; SameSite=None; Partitioned'
    override = () => ({})
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
    const isAuthenticated = isSignedIn && Boolean(headers.authorization ?? headers.cookie)
    const bodies: Record<string, unknown> = {
      'GET /api/admin/me': isAuthenticated ? ME : {},
      'POST /api/admin/login': { token: 's3cret', message: 'Welcome' },
      'GET /api/homevideo/getvideo': { success: true, data: [VIDEO] },
    }
    const isUnauthorised = call === 'GET /api/admin/me' && !isAuthenticated
    const isPartial = headers.range !== undefined
    const usual = correctStatus(isUnauthorised, isPartial)
    const requested = [call, isUnauthorised && 'anonymous', isPartial && 'in part'].filter(Boolean).join(' ')
    const bent = override(requested)
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

  test('shows no difference if correct, and checks CORS only for a different origin', async () => {
    const { isClean, output } = await check(url, { origin: PANEL })
    expect(output).not.toMatch(/DIFFERS|note/)
    expect(isClean).toBe(true)
    for (const line of ['GET /admin/me, without a session', 'GET /admin/me, by the token, after the logout'])
      expect(output).toContain(`✓ ${line}`)
    expect(output).toContain('✓ OPTIONS /event/contract-check, before a DELETE')
    override = () => ({ headers: { 'access-control-allow-origin': '', 'cross-origin-resource-policy': 'same-origin' } })
    expect((await check(url)).isClean).toBe(true)
    expect((await check(url, { origin: url })).isClean).toBe(true)
  })

  test.each([
    ['session=s3cret; Secure; SameSite=None', /✗ POST \/admin\/login\n.*the cookie session is not HttpOnly\./],
    [
      'session=s3cret; HttpOnly; SameSite=None',
      /session is not SameSite=None; Secure, but https:\/\/panel\.example\.org is another site/,
    ],
    ['session=s3cret; HttpOnly; Secure; SameSite=Lax', /session is not SameSite=None; Secure/],
  ])('reports the cookie %s', async (sessionCookie, expected) => {
    cookie = sessionCookie
    expect((await check(url, { origin: PANEL })).output).toMatch(expected)
  })

  type Override = { status?: number; headers?: Record<string, string> }
  test.each<[string, Override, RegExp]>([
    [
      'GET /api/admin/me',
      { headers: { 'access-control-allow-origin': '*' } },
      /✗ GET \/admin\/me, from https.*\n.*expected https:\/\/panel\.example\.org, received \*\./,
    ],
    [
      'GET /api/admin/me',
      { headers: { 'access-control-allow-credentials': '' } },
      /Allow-Credentials: expected true, received nothing/,
    ],
    [
      'GET /api/admin/me anonymous',
      { headers: { 'access-control-allow-origin': '' } },
      /✗ GET \/admin\/me, without a session\n.*received nothing\./,
    ],
    ['GET /api/admin/me anonymous', { status: 403 }, /without a session\n.*Expected the status 401, received 403\./],
    [
      'GET /api/admin/me anonymous',
      { status: 200 },
      /✗ GET \/admin\/me, by the cookie, after the logout\n.*received 200\./,
    ],
    [
      'OPTIONS /api/event/contract-check',
      { status: 404 },
      /✗ OPTIONS .*before a PUT\n.*Expected a status from 200 to 299, received 404\./,
    ],
    [
      'OPTIONS /api/event/contract-check',
      { headers: { 'access-control-allow-methods': 'GET, PUT' } },
      /✓ OPTIONS .* PUT\n✗ OPTIONS .* DELETE\n.*Methods: DELETE is missing, received GET, PUT/,
    ],
    [
      'OPTIONS /api/event/contract-check',
      { headers: { 'access-control-allow-headers': '*' } },
      /Authorization is missing, received \*/,
    ],
    [
      'OPTIONS /api/event/contract-check',
      { headers: { 'access-control-allow-origin': '*' } },
      /✗ OPTIONS .*\n.*Allow-Origin: expected https/,
    ],
    [
      'GET /uploads/a.mp4 in part',
      { status: 200 },
      /✗ GET \/homevideo\/getvideo\n.*expected 206 for Range: bytes=0-1, received 200\./,
    ],
    [
      'GET /uploads/a.mp4',
      { headers: { 'cross-origin-resource-policy': 'same-origin' } },
      /✗ GET \/homevideo\/getvideo\n.*Policy is same-origin, but the panel is at https.*/,
    ],
  ])('reports the response to %s with %o', async (wanted, bent, expected) => {
    override = (call) => (call === wanted ? bent : {})
    const { isClean, output } = await check(url, { origin: PANEL })
    expect(output).toMatch(expected)
    expect(isClean).toBe(false)
  })

  test('rejects an invalid origin, and accepts the address of a panel page', async () => {
    await expect(check(url, { origin: 'panel.example.org' })).rejects.toThrow(/is not an origin; write it like https/)
    expect((await check(url, { origin: `${PANEL}/login` })).isClean).toBe(true)
  })
})

test('our server behind an https proxy matches the contract for a panel on another site', async () => {
  const env = { PANEL_ORIGINS: PANEL, SESSION_COOKIE: 'cross-site', TRUSTED_PROXIES: '127.0.0.1' }
  const { app, config, db, close } = await testApp({ env })
  try {
    const password_hash = await hashPassword(ACCOUNT.password, config.argon2)
    await buildAdmin(db, { username: ACCOUNT.username, password_hash, role: 'superadmin' })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const request: typeof fetch = (address, options) =>
      fetch(address, { ...options, headers: { ...options?.headers, 'x-forwarded-proto': 'https' } })
    const { isClean, output } = await check(url, { origin: PANEL, request, isWriting: true })
    expect(output).not.toMatch(/DIFFERS|note/)
    expect(isClean).toBe(true)
    expect(output).toContain('✓ OPTIONS /event/contract-check, before a PUT')
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
])('%s and %s are on different sites: %s', (origin, host, expected) => {
  expect(isOtherSite({ origin, host })).toBe(expected)
})
