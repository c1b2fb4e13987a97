import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/test-app.ts'

const PANEL = 'https://admin.example.org'
const SITE = 'https://www.example.org'
const OWN = 'http://localhost:4000'
const FOREIGN = 'https://evil.example'

let server: TestApp
beforeAll(async () => {
  server = await testApp({ env: { PANEL_ORIGINS: PANEL, SITE_ORIGINS: SITE } })
})
afterAll(() => server.close())

describe('the CORS headers of a response', () => {
  const publicRead = '/api/event'
  const guarded = '/api/admin/me'
  test.each([
    [OWN, publicRead, OWN, 'true'],
    [PANEL, publicRead, PANEL, 'true'],
    [PANEL, guarded, PANEL, 'true'],
    [SITE, publicRead, SITE, undefined],
    [SITE, '/api/galleryphoto/Gaushala', SITE, undefined],
    [SITE, guarded, undefined, undefined],
    [SITE, '/api/donate/successful', undefined, undefined],
    [FOREIGN, publicRead, undefined, undefined],
    [FOREIGN, guarded, undefined, undefined],
    ['null', publicRead, undefined, undefined],
    [`${PANEL}.evil.example`, guarded, undefined, undefined],
  ])('match the origin and route: %s, %s', async (origin, url, allowedOrigin, credentials) => {
    const { headers } = await server.app.inject({ url, headers: { origin } })
    expect(headers['access-control-allow-origin']).toBe(allowedOrigin)
    expect(headers['access-control-allow-credentials']).toBe(credentials)
    expect(headers.vary).toMatch(/\bOrigin\b/)
  })

  test('expose Retry-After and Content-Disposition to the panel', async () => {
    const { headers } = await server.app.inject({ url: guarded, headers: { origin: PANEL } })
    expect(headers['access-control-expose-headers']).toBe('Content-Disposition, Retry-After')
  })
})

describe('preflight', () => {
  const preflight = (origin: string, method: string) =>
    server.app.inject({
      method: 'OPTIONS',
      url: '/api/galleryphoto/addPhoto',
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'authorization' },
    })

  test('allows the methods and headers of the panel', async () => {
    const answer = await preflight(PANEL, 'PUT')
    expect(answer.statusCode).toBe(204)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': PANEL,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
      'access-control-allow-headers': 'Content-Type, Authorization, Idempotency-Key, If-Match, Device-Mark',
      'access-control-max-age': '7200',
    })
  })

  test('does not allow the public site to sign in or out', async () => {
    for (const name of ['login', 'logout']) {
      const call = { method: 'POST', url: `/api/admin/${name}` } as const
      const requested = { origin: SITE, 'access-control-request-method': 'POST' }
      const { headers } = await server.app.inject({ ...call, method: 'OPTIONS', headers: requested })
      expect(headers['access-control-allow-origin']).toBeUndefined()
      const answer = await server.app.inject({ ...call, headers: { origin: SITE } })
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  test.each([
    [SITE, 'POST'],
    [SITE, 'DELETE'],
    [FOREIGN, 'POST'],
    [FOREIGN, 'GET'],
  ])('refuses origin %s for %s', async (origin, method) => {
    const { headers } = await preflight(origin, method)
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('writes', () => {
  const remove = (headers: Record<string, string>) =>
    server.app.inject({ method: 'DELETE', url: '/api/galleryphoto/Gaushala/aaaaaaaaaaaaaaaaaaaaaaaa', headers })

  test.each([
    ['the panel', PANEL, 404],
    ['its own page', OWN, 404],
    ['the site', SITE, 403],
    ['a page of another site', FOREIGN, 403],
    ['a page without origin', 'null', 403],
  ])('by cookie from %s (%s) return %i', async (_name, origin, status) => {
    const { cookie } = await server.signIn(['Gallery'])
    expect((await remove({ cookie: cookie.cookie, origin })).statusCode).toBe(status)
  })

  test('by cookie without an origin return 403 and name PANEL_ORIGINS', async () => {
    const { cookie } = await server.signIn(['Gallery'])
    const answer = await remove({ cookie: cookie.cookie })
    expect(answer.statusCode).toBe(403)
    expect(answer.json().message).toMatch(/PANEL_ORIGINS/)
  })

  test('by bearer token need no origin', async () => {
    const { bearer } = await server.signIn(['Gallery'])
    expect((await remove(bearer)).statusCode).toBe(404)
  })

  test('to sign in or out are refused from a page of another site; sign-in needs no origin', async () => {
    const login = (headers: Record<string, string>) =>
      server.app.inject({ method: 'POST', url: '/api/admin/login', payload: { username: 'a', password: 'b' }, headers })
    expect((await login({ origin: FOREIGN })).statusCode).toBe(403)
    expect((await login({ origin: PANEL })).statusCode).toBe(401)
    expect((await login({})).statusCode).toBe(401)

    const { cookie } = await server.signIn([])
    const logout = await server.app.inject({
      method: 'POST',
      url: '/api/admin/logout',
      headers: { cookie: cookie.cookie, origin: FOREIGN },
    })
    expect(logout.statusCode).toBe(403)
    expect((await server.app.inject({ url: '/api/admin/me', headers: cookie })).statusCode).toBe(200)
  })
})
