import type { Session } from '@sevadesk/contract/accounts/session-schemas.ts'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildAdmin } from '../../testing/factories.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { hashPassword } from './passwords/password-hash-service.ts'

const PASSWORD = 'Right#1234'
const ORIGIN = 'http://localhost:4000'

interface Browser {
  token: string
  sessionId: string
}

anyDatabase((engine) => {
  let server: TestApp
  let passwordHash: string
  beforeAll(async () => {
    server = await testApp({ engine, env: { LOGIN_ADDRESS_FAILURES: '1000' } })
    passwordHash = await hashPassword(PASSWORD, server.config.argon2)
  })
  afterAll(() => server.close())

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const cookie = (token: string) => ({ cookie: `sevadesk_session=${token}`, origin: ORIGIN })
  const newPerson = (sections: readonly string[] = ['Dashboard']) =>
    buildAdmin(server.db, { password_hash: passwordHash, sections })

  async function signIn(username: string, headers: Record<string, string> = {}): Promise<Browser> {
    const payload = { username, password: PASSWORD }
    const { token } = (await server.app.inject({ method: 'POST', url: '/api/admin/login', payload, headers })).json<{
      token: string
    }>()
    const current = (await list(token)).find(({ isCurrent }) => isCurrent)
    return { token, sessionId: current?.sessionId ?? 'none' }
  }

  async function list(token: string): Promise<Session[]> {
    const answer = await server.app.inject({ url: '/api/admin/sessions', headers: bearer(token) })
    return answer.json<{ data: Session[] }>().data
  }

  async function expectLive({ token }: Browser): Promise<void> {
    expect(await statusesOf(token)).toEqual([200, 200, 200])
  }
  async function expectDead({ token }: Browser): Promise<void> {
    expect(await statusesOf(token)).toEqual([401, 401, 401])
  }
  /** Status codes for the token as bearer, as cookie, and as bearer for the list of sessions. */
  async function statusesOf(token: string): Promise<number[]> {
    const calls = [
      { url: '/api/admin/me', headers: bearer(token) },
      { url: '/api/admin/me', headers: cookie(token) },
      { url: '/api/admin/sessions', headers: bearer(token) },
    ]
    const statuses: number[] = []
    for (const call of calls) statuses.push((await server.app.inject(call)).statusCode)
    return statuses
  }

  describe("another account's session", () => {
    test.each([
      ['revoked', 'POST', '/revoke'],
      ['deleted', 'DELETE', ''],
    ] as const)(
      'cannot be %s, not even by a superadmin: 404 as for an unknown session',
      async (_how, method, suffix) => {
        const victim = await signIn((await newPerson()).username)
        const attackers = [await server.signIn(['All']), await server.signIn('superadmin'), await server.signIn([])]
        for (const { bearer: headers } of attackers) {
          const attack = (id: string) =>
            server.app.inject({ method, url: `/api/admin/sessions/${encodeURIComponent(id)}${suffix}`, headers })
          const answer = await attack(victim.sessionId)
          expect(answer.statusCode).toBe(404)
          for (const id of [
            'f'.repeat(24),
            victim.sessionId.toUpperCase(),
            "' or 1=1 --",
            '%',
            '../me',
            victim.token,
          ]) {
            const other = await attack(id)
            expect([other.statusCode, other.json()]).toEqual([404, answer.json()])
          }
        }
        await expectLive(victim)
        expect(await list(victim.token)).toMatchObject([{ sessionId: victim.sessionId, isActive: true }])
      },
    )

    test('is neither listed nor ended by revoke-others', async () => {
      const victim = await signIn((await newPerson()).username)
      const attacker = await server.signIn('superadmin')
      await server.app.inject({ method: 'POST', url: '/api/admin/sessions/revoke-others', headers: attacker.bearer })
      await expectLive(victim)
      expect((await list(attacker.token)).map(({ sessionId }) => sessionId)).not.toContain(victim.sessionId)
    })
  })

  describe('rejects a stolen token', () => {
    /** Requests by which the owner ends the stolen session. */
    const ends: Record<string, (own: Browser, stolen: Browser) => InjectOptions> = {
      'after it is revoked': (_own, stolen) => ({
        method: 'POST',
        url: `/api/admin/sessions/${stolen.sessionId}/revoke`,
      }),
      'after its session is deleted': (_own, stolen) => ({
        method: 'DELETE',
        url: `/api/admin/sessions/${stolen.sessionId}`,
      }),
      'after all other sessions are ended': () => ({ method: 'POST', url: '/api/admin/sessions/revoke-others' }),
      'after a password change': () => ({
        method: 'PUT',
        url: '/api/admin/update-password',
        payload: { oldPassword: PASSWORD, newPassword: 'Other#5678', confirmPassword: 'Other#5678' },
      }),
    }
    test.each(Object.entries(ends))('%s, and keeps the current session', async (_when, end) => {
      const { username } = await newPerson()
      const [own, stolen] = [await signIn(username), await signIn(username)]
      await expectLive(stolen)
      const answer = await server.app.inject({ ...end(own, stolen), headers: cookie(own.token) })
      expect(answer.statusCode).toBe(200)
      await expectDead(stolen)
      await expectLive(own)
    })

    test.each([
      ['by logout', () => ({ method: 'POST', url: '/api/admin/logout' })],
      ['by revoking it', (id: string) => ({ method: 'POST', url: `/api/admin/sessions/${id}/revoke` })],
      ['by deleting it', (id: string) => ({ method: 'DELETE', url: `/api/admin/sessions/${id}` })],
    ] as const)('after its owner ends the session %s, by bearer or by cookie', async (_name, leave) => {
      const { username } = await newPerson()
      for (const headersOf of [bearer, cookie]) {
        const own = await signIn(username)
        const answer = await server.app.inject({ ...leave(own.sessionId), headers: headersOf(own.token) })
        expect(answer.statusCode).toBe(200)
        await expectDead(own)
        const revive = {
          method: 'POST',
          url: '/api/admin/sessions/revoke-others',
          headers: headersOf(own.token),
        } as const
        expect((await server.app.inject(revive)).statusCode).toBe(401)
      }
    })

    test('after the account is deleted', async () => {
      const person = await newPerson()
      const stolen = await signIn(person.username)
      const { bearer: headers } = await server.signIn('superadmin')
      const answer = await server.app.inject({ method: 'DELETE', url: `/api/admin/${person.id}`, headers })
      expect(answer.statusCode).toBe(200)
      await expectDead(stolen)
      const left = server.db.selectFrom('sessions').select('id').where('admin_id', '=', person.id)
      expect(await left.execute()).toEqual([])
    })
  })

  describe('a session planted before sign-in', () => {
    test.each(['planted-by-attacker', 'a'.repeat(43)])(
      '%j is replaced at sign-in and is never accepted',
      async (token) => {
        const { username } = await newPerson()
        const own = await signIn(username, cookie(token))
        expect(own.token).not.toBe(token)
        await expectDead({ token, sessionId: 'none' })
        await expectLive(own)
      },
    )

    test('ends if it was sent as a bearer token', async () => {
      const former = await signIn((await newPerson()).username)
      const next = await newPerson()
      const own = await signIn(next.username, bearer(former.token))
      await expectDead(former)
      await expectLive(own)
      expect((await signIn(next.username, bearer('none'))).token).toBeTruthy()
    })

    test("ends if it was the attacker's own", async () => {
      const attacker = await signIn((await newPerson()).username)
      const victim = await newPerson()
      const own = await signIn(victim.username, cookie(attacker.token))
      expect(own.token).not.toBe(attacker.token)
      await expectDead(attacker)
      expect(await list(own.token)).toMatchObject([{ adminId: { username: victim.username }, isCurrent: true }])
    })
  })

  describe('another site', () => {
    const calls = (id: string) =>
      [
        { method: 'POST', url: `/api/admin/sessions/${id}/revoke` },
        { method: 'POST', url: '/api/admin/sessions/revoke-others' },
        { method: 'DELETE', url: `/api/admin/sessions/${id}` },
      ] as const
    const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']

    test.each([
      'https://evil.example',
      'null',
      'http://localhost:4000.evil.example',
      'http://localhost:40000',
      undefined,
    ])('of origin %j gets 403 for a form with the session cookie', async (origin) => {
      const { username } = await newPerson()
      const [own, other] = [await signIn(username), await signIn(username)]
      const sent = { cookie: `sevadesk_session=${own.token}`, ...(origin !== undefined && { origin }) }
      for (const id of [other.sessionId, own.sessionId]) {
        for (const call of calls(id)) {
          for (const type of FORM_TYPES) {
            const headers = { ...sent, 'content-type': type }
            const answer = await server.app.inject({ ...call, headers, payload: '_method=DELETE&x=1' })
            expect([call.url, answer.statusCode]).toEqual([call.url, 403])
            expect(answer.cookies).toEqual([])
          }
        }
      }
      await expectLive(own)
      await expectLive(other)
    })

    test('gets no CORS permission', async () => {
      const own = await signIn((await newPerson()).username)
      const headers = { ...cookie(own.token), origin: 'https://evil.example' }
      const answer = await server.app.inject({ url: '/api/admin/sessions', headers })
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
      for (const { method, url } of [{ method: 'GET', url: '/api/admin/sessions' }, ...calls(own.sessionId)]) {
        const preflight = await server.app.inject({
          method: 'OPTIONS',
          url,
          headers: {
            origin: 'https://evil.example',
            'access-control-request-method': method,
            'access-control-request-headers': 'authorization',
          },
        })
        expect(preflight.headers['access-control-allow-origin']).toBeUndefined()
      }
    })

    test('cannot override the method', async () => {
      const own = await signIn((await newPerson()).username)
      const url = `/api/admin/sessions/${own.sessionId}`
      const headers = { ...cookie(own.token), 'x-http-method-override': 'DELETE' }
      for (const address of [url, `${url}?_method=DELETE`]) {
        expect((await server.app.inject({ method: 'POST', url: address, headers })).statusCode).toBe(404)
        expect((await server.app.inject({ method: 'GET', url: address, headers })).statusCode).toBe(404)
      }
      await expectLive(own)
    })
  })
})
