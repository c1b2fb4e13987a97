import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildAdmin } from '../../testing/factories.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { hashPassword } from './passwords/password-hash-service.ts'

const NAME = 'Asha Rao'
const PASSWORD = 'Right#1234'
const ORIGIN = 'http://localhost:4000'
const HOUR = 3_600_000
const DAY = 24 * HOUR

anyDatabase((engine) => {
  let server: TestApp

  beforeAll(async () => {
    server = await testApp({ engine, env: { TRUSTED_PROXIES: '10.0.0.1', LOGIN_ADDRESS_FAILURES: '1000' } })
    const passwordHash = await hashPassword(PASSWORD, server.config.argon2)
    await buildAdmin(server.db, { username: NAME, password_hash: passwordHash, sections: ['Dashboard'] })
  })
  afterAll(() => server.close())

  const login = (payload: object = { username: NAME, password: PASSWORD }, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'POST', url: '/api/admin/login', payload, headers })
  const logout = (headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'POST', url: '/api/admin/logout', headers })
  const me = (headers: Record<string, string>) => server.app.inject({ url: '/api/admin/me', headers })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const cookie = (token: string) => ({ cookie: `sevadesk_session=${token}`, origin: ORIGIN })
  const signIn = async (): Promise<string> => (await login()).json().token

  describe('signing in', () => {
    test('returns a token and sets an HttpOnly cookie for the same session', async () => {
      const answer = await login()
      expect(answer.statusCode).toBe(200)
      const { token, ...rest } = answer.json()
      expect(rest).toEqual({ success: true, message: 'Logged in successfully', device: expect.any(String) })
      expect(Buffer.from(token, 'base64url')).toHaveLength(32)
      expect(answer.cookies).toEqual([
        {
          name: 'sevadesk_session',
          value: token,
          httpOnly: true,
          sameSite: 'Lax',
          path: '/',
          maxAge: (30 * DAY) / 1000,
        },
        expect.objectContaining({ name: 'sevadesk_device' }),
      ])
      for (const headers of [bearer(token), cookie(token)]) {
        const answer = await me(headers)
        expect(answer.json()).toEqual({
          _id: expect.stringMatching(/^[0-9a-f]{24}$/),
          username: NAME,
          email: expect.any(String),
          role: 'admin',
          sections: ['Dashboard'],
          createdAt: expect.stringMatching(/Z$/),
          version: 1,
          level: 1,
          capabilities: expect.any(Array),
          trashDays: 30,
          uploadLimits: expect.any(Object),
        })
      }
    })

    test('uses a host-only cookie over https', async () => {
      const overHttps = { 'x-forwarded-proto': 'https' }
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/admin/login',
        payload: { username: NAME, password: PASSWORD },
        remoteAddress: '10.0.0.1',
        headers: overHttps,
      })
      expect(answer.cookies[0]).toMatchObject({ name: '__Host-sevadesk_session', secure: true, path: '/' })
      expect(answer.cookies[1]).toMatchObject({ name: '__Secure-sevadesk_device', secure: true })
      const headers = { ...overHttps, cookie: `__Host-sevadesk_session=${answer.json().token}` }
      expect((await server.app.inject({ url: '/api/admin/me', remoteAddress: '10.0.0.1', headers })).statusCode).toBe(
        200,
      )
    })

    test("stores only the token's hash", async () => {
      const token = await signIn()
      const rows = await server.db.selectFrom('sessions').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(token)
      expect(rows.every((row) => /^[0-9a-f]{64}$/.test(row.token_hash))).toBe(true)
    })

    test('ignores case and space in the name, not in the password', async () => {
      expect((await login({ username: '  ASHA\u00a0 rao ', password: PASSWORD })).statusCode).toBe(200)
      expect((await login({ username: NAME, password: PASSWORD.toLowerCase() })).statusCode).toBe(401)
      expect((await login({ username: NAME, password: `${PASSWORD} ` })).statusCode).toBe(401)
    })

    test('returns the same error for a wrong name and a wrong password', async () => {
      const unknown = await login({ username: 'Nobody', password: PASSWORD })
      const wrong = await login({ username: NAME, password: 'wrong' })
      expect(unknown.statusCode).toBe(401)
      expect(unknown.json()).toEqual(wrong.json())
      expect(wrong.cookies).toEqual([])
    })

    test('creates a new session and ends the session of the sent cookie', async () => {
      const planted = await signIn()
      const token = (await login(undefined, cookie(planted))).json().token
      expect(token).not.toBe(planted)
      expect((await me(bearer(planted))).statusCode).toBe(401)
      expect((await me(bearer(token))).statusCode).toBe(200)
    })

    test('keeps the current session after a wrong password', async () => {
      const token = await signIn()
      await login({ username: NAME, password: 'wrong' }, cookie(token))
      expect((await me(bearer(token))).statusCode).toBe(200)
    })

    test('ignores a stale bearer token', async () => {
      expect((await login(undefined, bearer('stale'))).statusCode).toBe(200)
    })
  })

  describe('the Authorization header', () => {
    test.each(['Bearer not-a-token', 'Bearer', 'bearer  ', 'Bearer a b'])(
      '%j is refused despite a valid cookie',
      async (authorization) => {
        const token = await signIn()
        expect((await me({ ...cookie(token), authorization })).statusCode).toBe(401)
      },
    )

    test('is ignored if its scheme is Basic', async () => {
      const token = await signIn()
      expect((await me({ ...cookie(token), authorization: 'Basic YTpi' })).statusCode).toBe(200)
    })
  })

  describe('signing out', () => {
    test.each([
      ['bearer', bearer],
      ['cookie', cookie],
    ])('by %s ends the session for bearer and cookie', async (_carrier, headersOf) => {
      const token = await signIn()
      const answer = await logout(headersOf(token))
      expect(answer.json()).toEqual({ success: true, message: 'Logged out successfully' })
      expect(answer.cookies[0]).toMatchObject({ name: 'sevadesk_session', value: '', expires: new Date(0) })
      expect((await me(bearer(token))).statusCode).toBe(401)
      expect((await me(cookie(token))).statusCode).toBe(401)
    })

    test('succeeds without a session', async () => {
      expect((await logout()).statusCode).toBe(200)
      expect((await logout(bearer('stale'))).statusCode).toBe(200)
    })

    test('is rejected from a page of another site', async () => {
      for (const origin of ['https://evil.example', 'null']) {
        const answer = await logout({ origin, 'content-type': 'application/x-www-form-urlencoded' })
        expect(answer.statusCode).toBe(403)
        expect(answer.cookies).toEqual([])
      }
    })

    test("ends the cookie's session despite a stale bearer token", async () => {
      const token = await signIn()
      await logout({ ...cookie(token), ...bearer('stale') })
      expect((await me(bearer(token))).statusCode).toBe(401)
    })

    test("keeps the admin's other sessions", async () => {
      const [one, two] = [await signIn(), await signIn()]
      await logout(bearer(one))
      expect((await me(bearer(two))).statusCode).toBe(200)
    })
  })

  describe('a session', () => {
    const change = (token: string, values: Record<string, string>) => changeSession(server, token, values)
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

    test('is deleted at the first sign-in 30 days after its end', async () => {
      const [expired, revoked, recent] = [await signIn(), await signIn(), await signIn()]
      await change(expired, { expires_at: ago(31 * DAY) })
      await change(revoked, { revoked_at: ago(31 * DAY) })
      await change(recent, { revoked_at: ago(29 * DAY) })
      await signIn()
      const rows = await server.db.selectFrom('sessions').select('token_hash').execute()
      const hashes = await Promise.all([expired, revoked, recent].map(hashOf))
      expect(hashes.map((hash) => rows.some((row) => row.token_hash === hash))).toEqual([false, false, true])
    })

    test('ends after 12 idle hours', async () => {
      const token = await signIn()
      await change(token, { last_seen_at: ago(12 * HOUR - 60_000) })
      expect((await me(bearer(token))).statusCode).toBe(200)
      await change(token, { last_seen_at: ago(12 * HOUR + 1000) })
      const answer = await me(bearer(token))
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toMatchObject({ success: false, code: 'unauthenticated' })
    })

    test('restarts its idle time with each use, stored at most once a minute', async () => {
      const token = await signIn()
      await change(token, { last_seen_at: ago(6 * HOUR) })
      await me(bearer(token))
      const used = await lastSeen(server, token)
      expect(Date.now() - Date.parse(used)).toBeLessThan(HOUR)
      await me(bearer(token))
      expect(await lastSeen(server, token)).toBe(used)
    })

    test('ends as usual after the clock was set back', async () => {
      const [used, unused] = [await signIn(), await signIn()]
      const ahead = ago(-3650 * DAY)
      for (const token of [used, unused])
        await change(token, { created_at: ahead, last_seen_at: ahead, expires_at: ahead })
      expect((await me(bearer(used))).statusCode).toBe(200)
      for (const token of [used, unused]) {
        expect(Date.parse(await lastSeen(server, token))).toBeLessThanOrEqual(Date.now())
        const hash = await hashOf(token)
        const query = server.db.selectFrom('sessions').select(['created_at', 'expires_at'])
        const row = await query.where('token_hash', '=', hash).executeTakeFirstOrThrow()
        expect(Date.parse(row.created_at)).toBeLessThanOrEqual(Date.now())
        expect(Date.parse(row.expires_at)).toBeLessThanOrEqual(Date.now() + 30 * DAY)
      }
      await change(unused, { last_seen_at: ahead })
      const list = (await server.app.inject({ url: '/api/admin/sessions', headers: bearer(used) })).json().data
      for (const { lastSeenAt } of list) expect(Date.parse(lastSeenAt)).toBeLessThanOrEqual(Date.now())
      await signIn()
      expect(Date.parse(await lastSeen(server, unused))).toBeLessThanOrEqual(Date.now())
    })

    test('ends at its expiry time', async () => {
      const token = await signIn()
      await change(token, { expires_at: ago(1000) })
      expect((await me(bearer(token))).statusCode).toBe(401)
    })

    test('ends when its account is deleted', async () => {
      const { admin, bearer: headers } = await server.signIn(['Dashboard'])
      await server.db.deleteFrom('admins').where('id', '=', admin.id).execute()
      expect((await me(headers)).statusCode).toBe(401)
    })
  })

  test('applies changed rights to the next request', async () => {
    const { admin, bearer: headers } = await server.signIn(['Admin'])
    const list = () => server.app.inject({ url: '/api/admin', headers })
    expect((await list()).statusCode).toBe(200)
    await server.db.updateTable('admins').set({ sections: '["Events"]' }).where('id', '=', admin.id).execute()
    expect((await list()).statusCode).toBe(403)
  })

  test('replaces a password hash of outdated cost at sign-in', async () => {
    const old = await hashPassword(PASSWORD, { memoryKib: 2048, iterations: 2, parallelism: 1 })
    const { id } = await buildAdmin(server.db, { username: 'Old Hash', password_hash: old })
    expect((await login({ username: 'Old Hash', password: PASSWORD })).statusCode).toBe(200)
    const row = await server.db
      .selectFrom('admins')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=1024,t=1,p=1\$/)
    expect((await login({ username: 'Old Hash', password: PASSWORD })).statusCode).toBe(200)
  })

  test('accepts concurrent sign-ins while the password hash is replaced', async () => {
    const old = await hashPassword(PASSWORD, { memoryKib: 2048, iterations: 2, parallelism: 1 })
    await buildAdmin(server.db, { username: 'Old Hashes', password_hash: old })
    const signIns = [1, 2, 3, 4].map(() => login({ username: 'Old Hashes', password: PASSWORD }))
    expect((await Promise.all(signIns)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  })
})

async function changeSession(server: TestApp, token: string, values: Record<string, string>): Promise<void> {
  await server.db
    .updateTable('sessions')
    .set(values)
    .where('token_hash', '=', await hashOf(token))
    .execute()
}

async function lastSeen(server: TestApp, token: string): Promise<string> {
  const query = server.db
    .selectFrom('sessions')
    .select('last_seen_at')
    .where('token_hash', '=', await hashOf(token))
  return (await query.executeTakeFirstOrThrow()).last_seen_at
}

async function hashOf(token: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(token))).toString('hex')
}
