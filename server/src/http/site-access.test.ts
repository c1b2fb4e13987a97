import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Access, registerAccess } from './access.ts'
import { registerCors } from './cors.ts'
import { registerErrorHandler } from './error-handler.ts'
import { registerBodies } from './request-checks.ts'
import type { SignedIn } from './signed-in.ts'

const PANEL = 'https://admin.example.org'
const SITE = 'https://www.example.org'
const FOREIGN = 'https://evil.example'
const ORIGINS = [PANEL, SITE, FOREIGN, `${SITE}.evil.example`, `${SITE}:8443`, 'http://www.example.org', 'null']

const ASHA: SignedIn = {
  id: 'a',
  username: 'asha',
  email: '',
  role: 'admin',
  sections: [],
  createdAt: '',
  mustChangePassword: false,
  language: null,
  version: 1,
  sessionId: 's',
  hasSecondStep: false,
  mustSetUpSecondStep: false,
  openedAt: '2026-11-23T06:00:00.000Z',
  codeAt: null,
}

let app: FastifyInstance
beforeAll(async () => {
  app = Fastify()
  registerErrorHandler(app)
  await registerCors(app, { panelOrigins: [PANEL], siteOrigins: [SITE] })
  await app.register(cookie)
  registerAccess(app, {
    panelOrigins: [PANEL],
    sessionCookie: 'same-site',
    authenticate: async (token) => (token === 'live' ? ASHA : null),
  })
  registerBodies(app)
  for (const access of ['public', 'site', 'signed-in'] satisfies Access[]) {
    for (const method of ['GET', 'POST']) {
      app.route({
        method,
        url: `/api/${access}/:id`,
        config: { access, body: method === 'GET' ? 'none' : 'json' },
        handler: ({ admin, hasEndedSession }) => ({ name: admin?.username ?? null, hasEndedSession }),
      })
    }
  }
  await app.ready()
})
afterAll(() => app.close())

/** Whether CORS lets a page of `origin` read the response, and whether with cookies. */
async function corsAccess(
  origin: string,
  method: 'GET' | 'POST',
  access: string,
  isPreflight = false,
): Promise<string> {
  const url = `/api/${access}/1`
  const { headers } = isPreflight
    ? await app.inject({
        method: 'OPTIONS',
        url,
        headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'content-type' },
      })
    : await app.inject({ method, url, headers: { origin } })
  expect(headers.vary).toMatch(/\bOrigin\b/)
  const allowed = headers['access-control-allow-origin']
  if (allowed === undefined) return 'hidden'
  expect(allowed).toBe(origin)
  if (isPreflight && !String(headers['access-control-allow-methods']).split(', ').includes(method)) return 'hidden'
  return headers['access-control-allow-credentials'] === 'true' ? 'with cookies' : 'without cookies'
}

describe('CORS', () => {
  test.each([
    ['GET', 'public', { [PANEL]: 'with cookies', [SITE]: 'without cookies' }],
    ['GET', 'site', { [PANEL]: 'with cookies', [SITE]: 'without cookies' }],
    ['GET', 'signed-in', { [PANEL]: 'with cookies' }],
    ['POST', 'public', { [PANEL]: 'with cookies' }],
    ['POST', 'site', { [PANEL]: 'with cookies', [SITE]: 'without cookies' }],
    ['POST', 'signed-in', { [PANEL]: 'with cookies' }],
  ] as const)('lets only these origins read a %s response of a %s route: %j', async (method, access, expected) => {
    for (const origin of ORIGINS) {
      const outcome = (expected as Record<string, string>)[origin] ?? 'hidden'
      expect([origin, await corsAccess(origin, method, access)]).toEqual([origin, outcome])
      // The preflight of a read does not show its route; only the response itself is protected.
      const isAnyRead = method === 'GET' && origin === SITE
      if (!isAnyRead) expect([origin, await corsAccess(origin, method, access, true)]).toEqual([origin, outcome])
    }
  })

  test('allows POST preflights of the public site on site routes only', async () => {
    const preflight = (url: string, method: string) =>
      app.inject({ method: 'OPTIONS', url, headers: { origin: SITE, 'access-control-request-method': method } })
    const { statusCode, headers } = await preflight('/api/site/1/?x=1', 'POST')
    expect(statusCode).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers': 'Content-Type, Idempotency-Key',
    })
    for (const url of ['/api/site', '/api/site/1/2', '/x/api/site/1', '/api/public/api/site/1'])
      expect([url, (await preflight(url, 'POST')).headers['access-control-allow-origin']]).toEqual([url, undefined])
    for (const method of ['DELETE', 'PUT', 'post', ''])
      expect((await preflight('/api/site/1', method)).headers['access-control-allow-origin']).toBeUndefined()
  })

  test('lets the site read Content-Disposition and Retry-After', async () => {
    const { headers } = await app.inject({ url: '/api/site/1', headers: { origin: SITE } })
    expect(headers['access-control-expose-headers']).toBe('Content-Disposition, Retry-After')
  })
})

describe('a site route', () => {
  const call = async (method: 'GET' | 'POST', headers: Record<string, string>) => {
    const answer = await app.inject({ method, url: '/api/site/1', headers })
    return answer.statusCode === 200 ? answer.json() : answer.statusCode
  }
  const cookieOf = (token: string) => ({ cookie: `sevadesk_session=${token}` })
  const nobody = { name: null, hasEndedSession: false }
  const asha = { name: 'asha', hasEndedSession: false }
  const ended = { name: null, hasEndedSession: true }

  test.each<['GET' | 'POST', string, Record<string, string>, unknown]>([
    ['POST', 'no credentials', {}, nobody],
    ['POST', 'a live token', { authorization: 'Bearer live' }, asha],
    ['POST', 'a live token from the site', { authorization: 'Bearer live', origin: SITE }, asha],
    ['POST', 'a dead token', { authorization: 'Bearer dead' }, 401],
    ['POST', 'an empty token', { authorization: 'Bearer' }, 401],
    [
      'POST',
      'a dead token beside a live cookie',
      { authorization: 'Bearer dead', ...cookieOf('live'), origin: PANEL },
      401,
    ],
    ['POST', 'the Basic password of a proxy', { authorization: 'Basic eDp5' }, nobody],
    ['POST', 'a live cookie from the panel', { ...cookieOf('live'), origin: PANEL }, asha],
    ['POST', 'a live cookie from the site', { ...cookieOf('live'), origin: SITE }, nobody],
    ['POST', 'a live cookie from a page of another site', { ...cookieOf('live'), origin: FOREIGN }, nobody],
    ['POST', 'a live cookie without an origin', cookieOf('live'), nobody],
    ['POST', 'a dead cookie from the panel', { ...cookieOf('dead'), origin: PANEL }, ended],
    ['POST', 'a dead cookie from the site', { ...cookieOf('dead'), origin: SITE }, nobody],
    ['GET', 'a live cookie', cookieOf('live'), asha],
    ['GET', 'a dead cookie', cookieOf('dead'), ended],
  ])('recognises only a valid session: %s with %s', async (method, _name, headers, expected) => {
    expect(await call(method, headers)).toEqual(expected)
  })
})

test('startup fails when a route declares no access', async () => {
  const own = Fastify()
  registerAccess(own, { panelOrigins: [], sessionCookie: 'same-site', authenticate: async () => null })
  own.get('/said', { config: { access: 'public' } }, () => 'ok')
  own.post('/forgotten', () => 'oops')
  own.register(async (scope) => {
    scope.get('/deeper', () => 'oops')
  })
  await expect(own.ready()).rejects.toThrow(/^These routes declare no access: POST \/forgotten, GET \/deeper/)
})
