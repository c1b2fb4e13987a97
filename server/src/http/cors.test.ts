import { describe, expect, test } from 'vitest'
import { suiteServer } from '../testing/test-app.ts'

const PANEL = 'https://admin.example.org'
const SITE = 'https://www.example.org'
const OWN = 'http://localhost:4000'
const FOREIGN = 'https://evil.example'

const server = suiteServer({ env: { PANEL_ORIGINS: PANEL, SITE_ORIGINS: SITE } })

describe('the CORS headers of a response', () => {
  const publicRead = '/api/event'
  const guarded = '/api/admin/me'
  test.each([
    [OWN, publicRead, OWN, 'true'],
    [PANEL, guarded, PANEL, 'true'],
    [SITE, publicRead, SITE, undefined],
    [SITE, '/api/donate/successful', undefined, undefined],
    [FOREIGN, publicRead, undefined, undefined],
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
  test('allows the methods and headers of the panel', async () => {
    const requested = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' }
    const headers = { origin: PANEL, ...requested }
    const answer = await server.app.inject({ method: 'OPTIONS', url: '/api/galleryphoto/addPhoto', headers })
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
})

describe('writes', () => {
  const remove = (headers: Record<string, string>) =>
    server.delete('/galleryphoto/Gaushala/aaaaaaaaaaaaaaaaaaaaaaaa', headers)

  test.each([
    ['the panel', PANEL, 404],
    ['its own page', OWN, 404],
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
})
