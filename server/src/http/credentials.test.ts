import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addUser, PASSWORD } from '../testing/second-step.ts'
import { suiteServer, testApp } from '../testing/test-app.ts'

const PANEL = 'https://panel.example.org'
const USER = { username: 'Asha Rao', password: PASSWORD }
const BY_PROXY = { ip: '10.0.0.1' }
const OVER_TLS = { 'x-forwarded-proto': 'https', origin: PANEL }
const DELETED = 'Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; '

describe.each([
  { setting: 'same-site', name: '__Host-sevadesk_session', overTls: 'Secure; SameSite=Lax' },
  { setting: 'cross-site', name: '__Host-sevadesk_cross_session', overTls: 'Secure; Partitioned; SameSite=None' },
])('the cookie with SESSION_COOKIE=$setting', ({ setting, name, overTls }) => {
  const env = { TRUSTED_PROXIES: '10.0.0.1', PANEL_ORIGINS: PANEL, SESSION_COOKIE: setting }
  const server = suiteServer({ env })
  beforeAll(async () => void (await addUser(server, { username: USER.username })))

  const post = (path: string, headers: Record<string, string>, payload: object = {}) =>
    server.post(path, payload, { ...headers, ...BY_PROXY })
  const login = (headers: Record<string, string>) => post('/admin/login', headers, USER)

  test('is bound to the host over TLS and cleared with the same attributes', async () => {
    const signedIn = await login(OVER_TLS)
    const value = `${name}=${signedIn.json().token}`
    expect(attributesOf([signedIn.headers['set-cookie']].flat()[0])).toEqual(
      [value, 'Max-Age=2592000', 'Path=/', 'HttpOnly', ...overTls.split('; ')].toSorted(),
    )

    const { device } = signedIn.json()
    expect(attributesOf(signedIn.headers['set-cookie']?.[1])).toEqual(
      [
        `${name.replace('Host', 'Secure').replace('session', 'device')}=${device}`,
        'Max-Age=34560000',
        'Path=/api/admin/login',
        'HttpOnly',
        ...overTls.split('; '),
      ].toSorted(),
    )

    const signedOut = await post('/admin/logout', { ...OVER_TLS, cookie: value })
    expect(attributesOf(signedOut.headers['set-cookie'])).toEqual(
      `${name}=; ${DELETED}${overTls}`.split('; ').toSorted(),
    )
  })

  test('is sevadesk_session with the port and without Secure over http', async () => {
    const signedIn = await login({ origin: 'http://localhost:4000', host: 'localhost:4000' })
    expect(attributesOf([signedIn.headers['set-cookie']].flat()[0])).toEqual(
      [
        `sevadesk_session_4000=${signedIn.json().token}`,
        'Max-Age=2592000',
        'Path=/',
        'HttpOnly',
        'SameSite=Lax',
      ].toSorted(),
    )
  })

  test('is read when the cookie of the other setting is sent too', async () => {
    const { token } = (await login(OVER_TLS)).json()
    const other = name.includes('cross') ? '__Host-sevadesk_session' : '__Host-sevadesk_cross_session'
    const cookie = `${other}=dead; ${name}=${token}; ${other}=dead`
    const me = await server.get('/admin/me', { ...OVER_TLS, cookie, ...BY_PROXY })
    expect(me.statusCode).toBe(200)
  })

  test('is refused from localhost pages over TLS', async () => {
    const { token } = (await login(OVER_TLS)).json()
    for (const origin of ['http://localhost:4000', 'http://127.0.0.1:4000']) {
      const headers = { ...OVER_TLS, origin, cookie: `${name}=${token}` }
      expect((await post('/admin/sessions/revoke-others', headers)).statusCode).toBe(403)
      const read = await server.get('/admin/me', { ...headers, ...BY_PROXY })
      expect(read.headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  test('does not authorise a write from another site', async () => {
    const cookie = `${name}=${(await login(OVER_TLS)).json().token}`
    const asForm = { 'x-forwarded-proto': 'https', cookie, 'content-type': 'application/x-www-form-urlencoded' }
    for (const path of ['/admin/sessions/revoke-others', '/admin/logout']) {
      for (const origin of ['https://evil.example', 'null']) {
        const answer = await server.post(path, undefined, { ...asForm, origin, ...BY_PROXY })
        expect([403, 415]).toContain(answer.statusCode)
        expect(answer.headers['set-cookie']).toBeUndefined()
      }
    }
    expect((await server.get('/admin/me', { ...OVER_TLS, cookie, ...BY_PROXY })).statusCode).toBe(200)
  })
})

describe('two installations at two ports of one host', () => {
  const [here, there] = [suiteServer(), suiteServer()]
  beforeAll(async () => {
    for (const server of [here, there]) await addUser(server, { username: USER.username })
  })

  /** As a browser, which sends all cookies of a host to each of its ports. */
  const jar = new Map<string, string>()
  beforeEach(() => jar.clear())
  async function send(server: typeof here, port: number, method: 'GET' | 'POST', path: string, payload?: object) {
    const host = `localhost:${port}`
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { host, cookie, origin: `http://localhost:${server.config.port}` }
    const answer = await server.call(method, path, payload, headers)
    for (const { name, value } of answer.cookies) jar.set(name, value)
    return answer.statusCode
  }

  test("do not end or replace each other's sessions, and keep one of an earlier version", async () => {
    const earlier = await here.post('/admin/login', USER)
    jar.set('sevadesk_session', earlier.json().token)
    expect(await send(here, 4000, 'GET', '/admin/me')).toBe(200)
    expect(await send(there, 5000, 'GET', '/admin/me')).toBe(401)
    expect(await send(there, 5000, 'POST', '/admin/login', USER)).toBe(200)
    expect(await send(here, 4000, 'GET', '/admin/me')).toBe(200)
    expect(await send(there, 5000, 'POST', '/admin/logout')).toBe(200)
    expect(await send(here, 4000, 'GET', '/admin/me')).toBe(200)
    expect(await send(here, 4000, 'POST', '/admin/login', USER)).toBe(200)
    expect([...jar.keys()].toSorted()).toEqual([
      'sevadesk_device_4000',
      'sevadesk_device_5000',
      'sevadesk_session',
      'sevadesk_session_4000',
      'sevadesk_session_5000',
    ])
    expect(await send(here, 4000, 'POST', '/admin/logout')).toBe(200)
    expect(await send(here, 4000, 'GET', '/admin/me')).toBe(401)
  })

  test('a logout also ends the session of a port without a suffix, which would sign in again', async () => {
    for (const port of [4000, 80]) expect(await send(here, port, 'POST', '/admin/login', USER)).toBe(200)
    expect(await send(here, 4000, 'POST', '/admin/logout')).toBe(200)
    for (const port of [4000, 80]) expect(await send(here, port, 'GET', '/admin/me')).toBe(401)
  })
})

test('refuses a cross-site sign-in without https and names TRUSTED_PROXIES', async () => {
  const env = { TRUSTED_PROXIES: '10.0.0.1', PANEL_ORIGINS: PANEL, SESSION_COOKIE: 'cross-site' }
  const server = await testApp({ env })
  const login = (headers: Record<string, string>, ip: string) => server.post('/admin/login', USER, { ip, ...headers })
  const untrusted = await login(OVER_TLS, '10.0.0.2')
  expect(untrusted.statusCode).toBe(403)
  expect(untrusted.json().message).toMatch(/TRUSTED_PROXIES/)
  expect((await login(OVER_TLS, '10.0.0.1')).statusCode).toBe(401)
  expect((await login({}, '10.0.0.2')).statusCode).toBe(401)
  await server.close()
})

/** The attributes of the header, sorted. */
function attributesOf(header: string | string[] | undefined): string[] {
  return String(header).split('; ').toSorted()
}
