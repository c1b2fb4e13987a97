import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { preparedApp } from '../testing/prepared-app.ts'
import type { TestApp, TestSession } from '../testing/test-app.ts'

const ID = 'aaaaaaaaaaaaaaaaaaaaaaaa'
/** Content types that a page of another site can send without a preflight. */
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']
const ORIGINS = [
  'https://evil.example',
  'null',
  'http://localhost:4000.evil.example',
  'https://localhost:4000',
  undefined,
]

let server: TestApp
let chief: TestSession
const registered: RouteOptions[] = []
beforeAll(async () => {
  server = await preparedApp((app) => void app.addHook('onRoute', (route) => void registered.push(route)))
  chief = await server.signIn('superadmin')
})
afterAll(() => server.close())

/** Every writing call that requires a session. */
const writingCalls = () =>
  registered.flatMap(({ method, url, config }) => {
    const needsSession = config?.access !== 'public' && config?.access !== 'site'
    const methods = [method].flat().filter((name) => ['POST', 'PUT', 'DELETE', 'PATCH'].includes(name))
    return needsSession ? methods.map((name) => ({ method: name as 'POST', url: url.replace(/:\w+/g, ID) })) : []
  })

async function everything(): Promise<string> {
  const tables = ['admins', 'sessions', 'photos', 'events', 'home_videos', 'messages', 'donations', 'history'] as const
  const rows = await Promise.all(tables.map((table) => server.db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows)
}

describe('a page of another site with the cookie of a superadmin', () => {
  test.each(ORIGINS)('changes nothing by any call from origin %j', async (origin) => {
    expect(writingCalls().length).toBeGreaterThan(15)
    const before = await everything()
    for (const call of writingCalls()) {
      for (const type of FORM_TYPES) {
        const headers = { cookie: chief.cookie.cookie, 'content-type': type, ...(origin !== undefined && { origin }) }
        const answer = await server.app.inject({ ...call, headers, payload: 'username=x' })
        expect([call.url, answer.statusCode]).toEqual([call.url, 403])
        expect(answer.headers['access-control-allow-origin']).toBeUndefined()
        expect(answer.cookies).toEqual([])
      }
    }
    expect(await everything()).toBe(before)
  })

  test('changes nothing with a JSON body', async () => {
    const before = await everything()
    for (const call of writingCalls()) {
      const headers = { ...chief.cookie, origin: 'https://evil.example', 'content-type': 'application/json' }
      const { statusCode } = await server.app.inject({ ...call, headers, payload: '{}' })
      expect([call.url, statusCode]).toEqual([call.url, 403])
    }
    expect(await everything()).toBe(before)
  })

  test('can neither sign in nor out', async () => {
    for (const url of ['/api/admin/login', '/api/admin/logout']) {
      for (const origin of ['https://evil.example', 'null']) {
        const payload = { username: 'x', password: 'y' }
        const headers = { ...chief.cookie, origin }
        const answer = await server.app.inject({ method: 'POST', url, headers, payload })
        expect([url, answer.statusCode, answer.cookies]).toEqual([url, 403, []])
      }
    }
    expect((await server.app.inject({ url: '/api/admin/me', headers: chief.cookie })).statusCode).toBe(200)
  })
})
