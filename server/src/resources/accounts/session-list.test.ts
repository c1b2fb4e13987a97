import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Session } from '@sevadesk/contract/accounts/session-schemas.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildAdmin } from '../../testing/factories.ts'
import { locationBytes } from '../../testing/files/location-bytes.ts'
import { historyOf } from '../../testing/history.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { hashPassword } from './passwords/password-hash-service.ts'

const PASSWORD = 'Right#1234'
const HOUR = 3_600_000
const DAY = 24 * HOUR
const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'

anyDatabase((engine) => {
  let server: TestApp
  let folder: string
  let passwordHash: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sevadesk-locations-'))
    const locationsFile = join(folder, 'city.mmdb')
    const pune = { city: { names: { en: 'Pune' } }, country: { names: { en: 'India' } } }
    await writeFile(locationsFile, locationBytes({ '203.0.113.0/24': pune }))
    server = await testApp({ engine, env: { LOCATIONS_FILE: locationsFile } })
    passwordHash = await hashPassword(PASSWORD, server.config.argon2)
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })

  /** Creates an account. `signIn` opens a session and returns its headers, id and token. */
  async function person() {
    const admin = await buildAdmin(server.db, { password_hash: passwordHash, sections: ['Dashboard'] })
    const signIn = async ({ ip = '127.0.0.1', userAgent = '' } = {}) => {
      const { token } = (
        await server.app.inject({
          method: 'POST',
          url: '/api/admin/login',
          payload: { username: admin.username, password: PASSWORD },
          remoteAddress: ip,
          headers: { 'user-agent': userAgent },
        })
      ).json<{ token: string }>()
      const headers = { authorization: `Bearer ${token}` }
      const id = (await list(headers)).find(({ isCurrent }) => isCurrent)?.sessionId ?? 'none'
      return { headers, id, token }
    }
    return { admin, signIn }
  }

  async function list(headers: Record<string, string>): Promise<Session[]> {
    const answer = await server.app.inject({ url: '/api/admin/sessions', headers })
    expect(answer.statusCode).toBe(200)
    return answer.json<{ data: Session[] }>().data
  }

  const call = (method: 'POST' | 'DELETE', path: string, headers: Record<string, string>) =>
    server.app.inject({ method, url: `/api/admin/sessions/${path}`, headers })
  const isLive = async (headers: Record<string, string>) =>
    (await server.app.inject({ url: '/api/admin/me', headers })).statusCode === 200
  const change = (id: string, values: Record<string, string>) =>
    server.db.updateTable('sessions').set(values).where('id', '=', id).execute()
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

  test('describes each session without secrets', async () => {
    const { admin, signIn } = await person()
    const { headers, id, token } = await signIn({ ip: '::ffff:203.0.113.9', userAgent: CHROME })
    const answer = await server.app.inject({ url: '/api/admin/sessions', headers })
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
    expect(answer.body).not.toContain(token)
    const { token_hash } = await server.db
      .selectFrom('sessions')
      .select('token_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(answer.body).not.toContain(token_hash)
  })

  test('shows the device and location of each session', async () => {
    const { signIn } = await person()
    await signIn({ ip: '198.51.100.1', userAgent: FIREFOX })
    await signIn({ ip: '192.168.1.4', userAgent: '<b>bank</b>/1 x' })
    const { headers } = await signIn({ ip: '203.0.113.200' })
    expect((await list(headers)).map(({ device, location, ip }) => [device, location, ip])).toEqual([
      ['Unknown device', 'Pune, India', '203.0.113.200'],
      ['Unknown device', 'Local network', '192.168.1.4'],
      ['Firefox on Windows', 'Unknown', '198.51.100.1'],
    ])
  })

  test('lists the current session first, then the most recently seen', async () => {
    const { signIn } = await person()
    const current = await signIn()
    const others = [await signIn(), await signIn(), await signIn()]
    const [first, second, third] = others.map(({ id }) => id)
    await change(first ?? '', { last_seen_at: ago(2 * HOUR) })
    await change(second ?? '', { last_seen_at: ago(HOUR) })
    await change(third ?? '', { last_seen_at: ago(3 * HOUR) })
    await change(current.id, { last_seen_at: ago(5 * HOUR) })
    const sessions = await list(current.headers)
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual([current.id, second, first, third])
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false, false])
  })

  test('lists ended sessions as inactive for 30 days', async () => {
    const { signIn } = await person()
    const ended: [string, Record<string, string>][] = [
      ['revoked', { revoked_at: ago(29 * DAY) }],
      ['over', { expires_at: ago(29 * DAY) }],
      ['idle', { last_seen_at: ago(29 * DAY) }],
      ['revoked long ago', { revoked_at: ago(31 * DAY) }],
      ['over long ago', { expires_at: ago(31 * DAY) }],
      ['idle long ago', { last_seen_at: ago(31 * DAY) }],
      ['barely awake', { last_seen_at: ago(12 * HOUR - 60_000) }],
    ]
    const names = new Map<string, string>()
    const current = await signIn()
    for (const [name, values] of ended) {
      const { id } = await signIn()
      names.set(id, name)
      await change(id, values)
    }
    const listed = async () =>
      Object.fromEntries(
        (await list(current.headers)).map(({ sessionId, isActive }) => [names.get(sessionId) ?? 'current', isActive]),
      )
    const expected = { current: true, revoked: false, over: false, idle: false, 'barely awake': true }
    expect(await listed()).toEqual(expected)
    const last = await signIn()
    const stored = await server.db
      .selectFrom('sessions')
      .select('id')
      .where('id', 'in', [...names.keys()])
      .execute()
    expect(stored.map(({ id }) => names.get(id)).sort()).toEqual(['barely awake', 'idle', 'over', 'revoked'])
    await call('DELETE', last.id, current.headers)
    expect(await listed()).toEqual(expected)
  })

  describe('ending sessions', () => {
    test('rejects a revoked session and lists it until it is deleted', async () => {
      const { signIn } = await person()
      const [current, other, third] = [await signIn(), await signIn(), await signIn()]
      const answer = await call('POST', `${other.id}/revoke`, current.headers)
      expect(answer.json()).toEqual({ success: true, message: 'The session has been logged out.' })
      expect(answer.cookies).toEqual([])
      expect([await isLive(other.headers), await isLive(current.headers), await isLive(third.headers)]).toEqual([
        false,
        true,
        true,
      ])
      const seen = async () =>
        (await list(current.headers)).filter(({ sessionId }) => sessionId === other.id).map(({ isActive }) => isActive)
      expect(await seen()).toEqual([false])
      expect((await call('DELETE', other.id, current.headers)).statusCode).toBe(200)
      expect(await seen()).toEqual([])
    })

    test('accepts revoking a session again and keeps the first revocation time', async () => {
      const { signIn } = await person()
      const [current, other] = [await signIn(), await signIn()]
      const before = ago(DAY)
      await change(other.id, { revoked_at: before })
      expect((await call('POST', `${other.id}/revoke/`, current.headers)).statusCode).toBe(200)
      const row = server.db.selectFrom('sessions').select('revoked_at').where('id', '=', other.id)
      expect((await row.executeTakeFirstOrThrow()).revoked_at).toBe(before)
    })

    test('rejects and removes a deleted session', async () => {
      const { signIn } = await person()
      const [current, other] = [await signIn(), await signIn()]
      expect((await call('DELETE', other.id, current.headers)).json()).toEqual({
        success: true,
        message: 'The session has been deleted.',
      })
      expect(await isLive(other.headers)).toBe(false)
      expect((await list(current.headers)).map(({ sessionId }) => sessionId)).toEqual([current.id])
      expect((await call('DELETE', other.id, current.headers)).statusCode).toBe(404)
    })

    test('is recorded as a logout for the own session, as an end for another', async () => {
      const { signIn } = await person()
      const [first, second, third, fourth] = [await signIn(), await signIn(), await signIn(), await signIn()]
      await call('POST', `${first.id}/revoke`, second.headers)
      await call('POST', `${second.id}/revoke`, second.headers)
      await server.app.inject({ method: 'POST', url: '/api/admin/logout', headers: third.headers })
      await call('DELETE', fourth.id, fourth.headers)
      const ends = await Promise.all([first, second, third, fourth].map(({ id }) => historyOf(server.db, id)))
      expect(ends.map((entries) => entries.map(({ action }) => action))).toEqual([
        ['session.opened', 'session.ended'],
        ['session.opened', 'session.closed'],
        ['session.opened', 'session.closed'],
        ['session.opened', 'session.closed'],
      ])
    })

    test('with revoke-others keeps the current session and the sessions of other accounts', async () => {
      const [one, two] = [await person(), await person()]
      const current = await one.signIn()
      const others = [await one.signIn(), await one.signIn()]
      const stranger = await two.signIn()
      const answer = await call('POST', 'revoke-others', current.headers)
      expect(answer.json()).toEqual({ success: true, message: 'All other sessions have been logged out.' })
      expect(answer.cookies).toEqual([])
      for (const { headers } of others) expect(await isLive(headers)).toBe(false)
      expect(await isLive(current.headers)).toBe(true)
      expect(await isLive(stranger.headers)).toBe(true)
      expect((await call('POST', 'revoke-others', current.headers)).statusCode).toBe(200)
    })

    test.each([
      ['revoking', 'POST', '/revoke'],
      ['deleting', 'DELETE', ''],
    ] as const)('%s the current session logs out and clears the cookie', async (_word, method, suffix) => {
      const { signIn } = await person()
      const { id, token, headers } = await signIn()
      const older = await signIn()
      const asBrowser = { cookie: `sevadesk_session=${token}`, origin: 'http://localhost:4000' }
      const answer = await call(method, id + suffix, asBrowser)
      expect(answer.statusCode).toBe(200)
      expect(answer.cookies[0]).toMatchObject({ name: 'sevadesk_session', value: '', expires: new Date(0) })
      expect(await isLive(headers)).toBe(false)
      // Also ends the session of an older cookie that the browser sends beside its bearer token.
      const current = await signIn()
      const cookie = { cookie: `sevadesk_session=${older.token}`, origin: 'http://localhost:4000' }
      await call(method, current.id + suffix, { ...current.headers, ...cookie })
      expect(await isLive(older.headers)).toBe(false)
    })
  })
})
