import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import type { Session } from '@sevadesk/contract/accounts/session-schemas.ts'
import { describe, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildAdmin } from '../../testing/factories.ts'
import { locationBytes } from '../../testing/files/location-bytes.ts'
import { suiteFolder } from '../../testing/files/test-folder.ts'
import { historyOf } from '../../testing/history.ts'
import { addUser, PASSWORD } from '../../testing/second-step.ts'
import { type CallHeaders, suiteServer } from '../../testing/test-app.ts'
import { hashPassword } from './passwords/password-hash-service.ts'
import { authenticate } from './session-service.ts'

const ORIGIN = 'http://localhost:4000'
const HOUR = 3_600_000
const DAY = 24 * HOUR
const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'

const bearerOf = (token: string) => ({ authorization: `Bearer ${token}` })
const cookieOf = (token: string) => ({ cookie: `sevadesk_session=${token}`, origin: ORIGIN })
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

anyDatabase((engine) => {
  const folder = suiteFolder()
  const server = suiteServer(async () => {
    const LOCATIONS_FILE = join(folder, 'city.mmdb')
    const pune = { city: { names: { en: 'Pune' } }, country: { names: { en: 'India' } } }
    await writeFile(LOCATIONS_FILE, locationBytes({ '203.0.113.0/24': pune }))
    return { engine, env: { LOCATIONS_FILE, LOGIN_ADDRESS_FAILURES: '1000' } }
  })

  const login = (username: string, password = PASSWORD, headers: CallHeaders = {}) =>
    server.post('/admin/login', { username, password }, headers)
  /** Creates an account. `signIn` opens a session. */
  async function person() {
    const admin = await addUser(server, { sections: ['Dashboard'] })
    const signIn = async (headers: CallHeaders = {}) => {
      const { token }: { token: string } = (await login(admin.username, PASSWORD, headers)).json()
      const id = (await list(token)).find(({ isCurrent }) => isCurrent)?.sessionId ?? 'none'
      return { token, id, bearer: bearerOf(token), cookie: cookieOf(token) }
    }
    return { admin, signIn }
  }
  const list = async (token: string): Promise<Session[]> =>
    (await server.get('/admin/sessions', bearerOf(token))).json().data
  /** The status of a call with the token, as bearer and as cookie. */
  const statusesOf = async (token: string) => [
    (await server.get('/admin/me', bearerOf(token))).statusCode,
    (await server.get('/admin/me', cookieOf(token))).statusCode,
  ]
  const expectLive = async (token: string) => expect(await statusesOf(token)).toEqual([200, 200])
  const expectDead = async (token: string) => expect(await statusesOf(token)).toEqual([401, 401])
  const change = (id: string, values: Record<string, string>) =>
    server.db.updateTable('sessions').set(values).where('id', '=', id).execute()
  const rowOf = (id: string) =>
    server.db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  describe('signing in', () => {
    test('returns a token and sets an HttpOnly cookie for the same session', async () => {
      const { admin } = await person()
      const answer = await login(admin.username)
      const { token, ...rest } = answer.json()
      expect(rest).toEqual({ success: true, message: 'Logged in successfully', device: expect.any(String) })
      expect(Buffer.from(token, 'base64url')).toHaveLength(32)
      const attributes = { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: (30 * DAY) / 1000 }
      expect(answer.cookies).toEqual([
        { name: 'sevadesk_session', value: token, ...attributes },
        expect.objectContaining({ name: 'sevadesk_device' }),
      ])
      for (const headers of [bearerOf(token), cookieOf(token)])
        expect((await server.get('/admin/me', headers)).json()).toMatchObject({
          _id: admin.id,
          sections: ['Dashboard'],
        })
    })

    test("stores only the token's hash", async () => {
      const { token } = await (await person()).signIn()
      const rows = await server.db.selectFrom('sessions').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(token)
      expect(rows.every((row) => /^[0-9a-f]{64}$/.test(row.token_hash))).toBe(true)
    })

    test('ignores case and space in the name, not in the password', async () => {
      await addUser(server, { username: 'Asha Rao' })
      expect((await login('  ASHA\u00a0 rao ')).statusCode).toBe(200)
      for (const password of [PASSWORD.toLowerCase(), `${PASSWORD} `])
        expect((await login('Asha Rao', password)).statusCode).toBe(401)
    })

    test('returns the same error for a wrong name and a wrong password, and keeps the current session', async () => {
      const { admin, signIn } = await person()
      const { token, cookie } = await signIn()
      const unknown = await login('Nobody')
      const wrong = await login(admin.username, 'wrong', cookie)
      expect(unknown.statusCode).toBe(401)
      expect(unknown.json()).toEqual(wrong.json())
      expect(wrong.cookies).toEqual([])
      await expectLive(token)
    })

    test('replaces a password hash of outdated cost, also at concurrent sign-ins', async () => {
      const password_hash = await hashPassword(PASSWORD, { memoryKib: 2048, iterations: 2, parallelism: 1 })
      const { id, username } = await buildAdmin(server.db, { password_hash })
      const answers = await Promise.all([1, 2, 3, 4].map(() => login(username)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
      const row = server.db.selectFrom('admins').select('password_hash').where('id', '=', id)
      expect((await row.executeTakeFirst())?.password_hash).toMatch(/^\$argon2id\$v=19\$m=1024,t=1,p=1\$/)
      expect((await login(username)).statusCode).toBe(200)
    })

    test('replaces the hash of a password as an earlier version took it, and then takes it from any keyboard', async () => {
      const [typed, composed] = ['A\u030a\u00a0Right#1', '\u00c5 Right#1']
      const password_hash = await hash(typed, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
      const { username } = await buildAdmin(server.db, { password_hash })
      const statuses: number[] = []
      for (const password of [composed, typed, composed, typed])
        statuses.push((await server.post('/admin/login', { username, password })).statusCode)
      expect(statuses).toEqual([401, 200, 200, 200])
    })

    test.each(['planted-by-attacker', 'a'.repeat(43)])('replaces the planted token %j', async (token) => {
      const own = await (await person()).signIn(cookieOf(token))
      expect(own.token).not.toBe(token)
      await expectDead(token)
      await expectLive(own.token)
    })

    test("ends the session of another account's token that is sent by cookie or bearer", async () => {
      const [attacker, victim] = [await person(), await person()]
      for (const headersOf of [cookieOf, bearerOf]) {
        const former = await attacker.signIn()
        const own = await victim.signIn(headersOf(former.token))
        await expectDead(former.token)
        await expectLive(own.token)
        const current = (await list(own.token)).find(({ isCurrent }) => isCurrent)
        expect(current?.adminId.username).toBe(victim.admin.username)
      }
      expect((await victim.signIn(bearerOf('stale'))).token).toBeTruthy()
    })
  })

  describe('the Authorization header', () => {
    test.each(['Bearer not-a-token', 'Bearer', 'bearer  ', 'Bearer a b'])(
      '%j is refused despite a valid cookie',
      async (authorization) => {
        const { cookie } = await (await person()).signIn()
        expect((await server.get('/admin/me', { ...cookie, authorization })).statusCode).toBe(401)
      },
    )

    test('is ignored if its scheme is Basic', async () => {
      const { cookie } = await (await person()).signIn()
      expect((await server.get('/admin/me', { ...cookie, authorization: 'Basic YTpi' })).statusCode).toBe(200)
    })
  })

  describe('the list of sessions', () => {
    test('describes each session without secrets', async () => {
      const { admin, signIn } = await person()
      const { bearer, id, token } = await signIn({ ip: '::ffff:203.0.113.9', 'user-agent': CHROME })
      const answer = await server.get('/admin/sessions', bearer)
      expect(answer.json()).toEqual({
        success: true,
        data: [
          {
            _id: id,
            sessionId: id,
            device: 'Chrome on Android',
            location: 'Pune, India',
            ip: '203.0.113.9',
            lastSeenAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
            isActive: true,
            isCurrent: true,
            adminId: { username: admin.username, email: admin.email },
          },
        ],
      })
      expect(id).toMatch(/^[0-9a-f]{24}$/)
      for (const secret of [token, (await rowOf(id)).token_hash]) expect(answer.body).not.toContain(secret)
    })

    test('shows the device and location of each session', async () => {
      const { signIn } = await person()
      await signIn({ ip: '198.51.100.1', 'user-agent': FIREFOX })
      await signIn({ ip: '192.168.1.4', 'user-agent': '<b>bank</b>/1 x' })
      const { token } = await signIn({ ip: '203.0.113.200', 'user-agent': '' })
      expect((await list(token)).map(({ device, location, ip }) => [device, location, ip])).toEqual([
        ['Unknown device', 'Pune, India', '203.0.113.200'],
        ['Unknown device', 'Local network', '192.168.1.4'],
        ['Firefox on Windows', 'Unknown', '198.51.100.1'],
      ])
    })

    test('has the current session first, then the most recently seen', async () => {
      const { signIn } = await person()
      const current = await signIn()
      const [first, second, third] = [await signIn(), await signIn(), await signIn()]
      await change(first.id, { last_seen_at: ago(2 * HOUR) })
      await change(second.id, { last_seen_at: ago(HOUR) })
      await change(third.id, { last_seen_at: ago(3 * HOUR) })
      await change(current.id, { last_seen_at: ago(5 * HOUR) })
      const sessions = await list(current.token)
      expect(sessions.map(({ sessionId }) => sessionId)).toEqual([current.id, second.id, first.id, third.id])
      expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false, false])
    })

    test('keeps ended sessions as inactive for 30 days', async () => {
      const { signIn } = await person()
      const ended = {
        revoked: { revoked_at: ago(29 * DAY) },
        over: { expires_at: ago(29 * DAY) },
        idle: { last_seen_at: ago(29 * DAY) },
        'revoked long ago': { revoked_at: ago(31 * DAY) },
        'over long ago': { expires_at: ago(31 * DAY) },
        'idle long ago': { last_seen_at: ago(31 * DAY) },
        'barely awake': { last_seen_at: ago(12 * HOUR - 60_000) },
      }
      const names = new Map<string, string>()
      const current = await signIn()
      for (const [name, values] of Object.entries(ended)) {
        const { id } = await signIn()
        names.set(id, name)
        await change(id, values)
      }
      const listed = async () =>
        Object.fromEntries(
          (await list(current.token)).map(({ sessionId, isActive }) => [names.get(sessionId) ?? 'current', isActive]),
        )
      const expected = { current: true, revoked: false, over: false, idle: false, 'barely awake': true }
      expect(await listed()).toEqual(expected)
      const last = await signIn()
      const ids = [...names.keys()]
      const stored = await server.db.selectFrom('sessions').select('id').where('id', 'in', ids).execute()
      expect(stored.map(({ id }) => names.get(id)).sort()).toEqual(['barely awake', 'idle', 'over', 'revoked'])
      await server.delete(`/admin/sessions/${last.id}`, current.bearer)
      expect(await listed()).toEqual(expected)
    })
  })

  describe('ending a session', () => {
    test('by revoking rejects it, lists it until it is deleted, and keeps the first time', async () => {
      const { signIn } = await person()
      const [current, other, third] = [await signIn(), await signIn(), await signIn()]
      const revoke = () => server.post(`/admin/sessions/${other.id}/revoke/`, undefined, current.bearer)
      const answer = await revoke()
      expect(answer.json()).toEqual({ success: true, message: 'The session has been logged out.' })
      expect(answer.cookies).toEqual([])
      await expectDead(other.token)
      for (const { token } of [current, third]) await expectLive(token)
      const before = ago(DAY)
      await change(other.id, { revoked_at: before })
      expect((await revoke()).statusCode).toBe(200)
      expect((await rowOf(other.id)).revoked_at).toBe(before)

      const seen = async () => (await list(current.token)).find(({ sessionId }) => sessionId === other.id)?.isActive
      expect(await seen()).toBe(false)
      expect((await server.delete(`/admin/sessions/${other.id}`, current.bearer)).statusCode).toBe(200)
      expect(await seen()).toBeUndefined()
    })

    test('by deleting rejects and removes it', async () => {
      const { signIn } = await person()
      const [current, other] = [await signIn(), await signIn()]
      const remove = () => server.delete(`/admin/sessions/${other.id}`, current.bearer)
      expect((await remove()).json()).toEqual({ success: true, message: 'The session has been deleted.' })
      await expectDead(other.token)
      expect((await list(current.token)).map(({ sessionId }) => sessionId)).toEqual([current.id])
      expect((await remove()).statusCode).toBe(404)
    })

    test('by revoke-others keeps the current session and the sessions of other accounts', async () => {
      const [one, two] = [await person(), await person()]
      const current = await one.signIn()
      const others = [await one.signIn(), await one.signIn()]
      const stranger = await two.signIn()
      const answer = await server.post('/admin/sessions/revoke-others', undefined, current.bearer)
      expect(answer.json()).toEqual({ success: true, message: 'All other sessions have been logged out.' })
      expect(answer.cookies).toEqual([])
      for (const { token } of others) await expectDead(token)
      for (const { token } of [current, stranger]) await expectLive(token)
      expect((await server.post('/admin/sessions/revoke-others', undefined, current.bearer)).statusCode).toBe(200)
    })

    test.each([
      ['a logout', 'Logged out successfully', 'POST', () => '/admin/logout'],
      ['revoking it', 'The session has been logged out.', 'POST', (id: string) => `/admin/sessions/${id}/revoke`],
      ['deleting it', 'The session has been deleted.', 'DELETE', (id: string) => `/admin/sessions/${id}`],
    ] as const)(
      'by %s ends the own one for bearer and cookie, and clears the cookie',
      async (_how, message, method, path) => {
        const { signIn } = await person()
        const other = await signIn()
        for (const carrier of ['bearer', 'cookie'] as const) {
          const own = await signIn()
          const answer = await server.call(method, path(own.id), undefined, own[carrier])
          expect(answer.json()).toEqual({ success: true, message })
          expect(answer.cookies[0]).toMatchObject({ name: 'sevadesk_session', value: '', expires: new Date(0) })
          await expectDead(own.token)
          expect((await server.post('/admin/sessions/revoke-others', undefined, own[carrier])).statusCode).toBe(401)
        }
        await expectLive(other.token)
        // Also ends the session of an older cookie that the browser sends beside its bearer token.
        const current = await signIn()
        await server.call(method, path(current.id), undefined, { ...current.bearer, ...other.cookie })
        await expectDead(other.token)
      },
    )

    test('by logout succeeds without a session, and ends that of a cookie beside a stale bearer token', async () => {
      for (const headers of [{}, bearerOf('stale')])
        expect((await server.post('/admin/logout', undefined, headers)).statusCode).toBe(200)
      const { token, cookie } = await (await person()).signIn()
      await server.post('/admin/logout', undefined, { ...cookie, ...bearerOf('stale') })
      await expectDead(token)
    })

    test('is recorded as a logout for the own session, as an end for another', async () => {
      const { signIn } = await person()
      const [first, second, third, fourth] = [await signIn(), await signIn(), await signIn(), await signIn()]
      await server.post(`/admin/sessions/${first.id}/revoke`, undefined, second.bearer)
      await server.post(`/admin/sessions/${second.id}/revoke`, undefined, second.bearer)
      await server.post('/admin/logout', undefined, third.bearer)
      await server.delete(`/admin/sessions/${fourth.id}`, fourth.bearer)
      const ends = await Promise.all([first, second, third, fourth].map(({ id }) => historyOf(server.db, id)))
      expect(ends.map((entries) => entries.map(({ action }) => action))).toEqual([
        ['session.opened', 'session.ended'],
        ['session.opened', 'session.closed'],
        ['session.opened', 'session.closed'],
        ['session.opened', 'session.closed'],
      ])
    })

    test.each([
      ['revoked', 'POST', '/revoke'],
      ['deleted', 'DELETE', ''],
    ] as const)(
      'of another account is not %s, not even by a superadmin: 404 as for an unknown one',
      async (_how, method, suffix) => {
        const victim = await (await person()).signIn()
        for (const attacker of [
          await server.signIn(['All']),
          await server.signIn('superadmin'),
          await server.signIn([]),
        ]) {
          const attack = (id: string) => attacker.call(method, `/admin/sessions/${encodeURIComponent(id)}${suffix}`)
          const answer = await attack(victim.id)
          expect(answer.statusCode).toBe(404)
          for (const id of ['f'.repeat(24), victim.id.toUpperCase(), "' or 1=1 --", '%', '../me', victim.token]) {
            const other = await attack(id)
            expect([other.statusCode, other.json()]).toEqual([404, answer.json()])
          }
        }
        await expectLive(victim.token)
        expect(await list(victim.token)).toMatchObject([{ sessionId: victim.id, isActive: true }])
      },
    )

    test('cannot override the method', async () => {
      const own = await (await person()).signIn()
      const headers = { ...own.cookie, 'x-http-method-override': 'DELETE' }
      for (const path of [`/admin/sessions/${own.id}`, `/admin/sessions/${own.id}?_method=DELETE`]) {
        for (const method of ['POST', 'GET'] as const)
          expect((await server.call(method, path, undefined, headers)).statusCode).toBe(404)
      }
      await expectLive(own.token)
    })
  })

  describe('a session', () => {
    test('ends after 12 idle hours', async () => {
      const { id, token, bearer } = await (await person()).signIn()
      await change(id, { last_seen_at: ago(12 * HOUR - 60_000) })
      await expectLive(token)
      await change(id, { last_seen_at: ago(12 * HOUR + 1000) })
      const answer = await server.get('/admin/me', bearer)
      expect([answer.statusCode, answer.json()]).toMatchObject([401, { success: false, code: 'unauthenticated' }])
    })

    test('restarts its idle time with each use, stored at most once a minute', async () => {
      const { id, token } = await (await person()).signIn()
      await change(id, { last_seen_at: ago(6 * HOUR) })
      await expectLive(token)
      const { last_seen_at } = await rowOf(id)
      expect(Date.now() - Date.parse(last_seen_at)).toBeLessThan(HOUR)
      await expectLive(token)
      expect((await rowOf(id)).last_seen_at).toBe(last_seen_at)
    })

    test('ends as usual after the clock was set back', async () => {
      const { signIn } = await person()
      const [used, unused] = [await signIn(), await signIn()]
      const ahead = ago(-3650 * DAY)
      for (const { id } of [used, unused])
        await change(id, { created_at: ahead, last_seen_at: ahead, expires_at: ahead })
      await expectLive(used.token)
      for (const { id } of [used, unused]) {
        const row = await rowOf(id)
        for (const time of [row.last_seen_at, row.created_at]) expect(Date.parse(time)).toBeLessThanOrEqual(Date.now())
        expect(Date.parse(row.expires_at)).toBeLessThanOrEqual(Date.now() + 30 * DAY)
      }
      await change(unused.id, { last_seen_at: ahead })
      for (const { lastSeenAt } of await list(used.token))
        expect(Date.parse(lastSeenAt)).toBeLessThanOrEqual(Date.now())
      await signIn()
      expect(Date.parse((await rowOf(unused.id)).last_seen_at)).toBeLessThanOrEqual(Date.now())
    })

    test('ends at its expiry time', async () => {
      const { id, token } = await (await person()).signIn()
      await change(id, { expires_at: ago(1000) })
      await expectDead(token)
    })

    test('is not written when it is checked again in a transaction', async () => {
      const { admin, signIn } = await person()
      const { id, token } = await signIn()
      const times = { last_seen_at: ago(HOUR), expires_at: '9999-12-31T00:00:00.000Z' }
      await change(id, times)
      const checking = server.db
        .transaction()
        .execute((transaction) => authenticate(transaction, server.config, token, new Date()))
      expect(await checking).toMatchObject({ id: admin.id })
      expect(await rowOf(id)).toMatchObject(times)
    })
  })
})
