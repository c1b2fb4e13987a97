import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildAdmin } from '../../testing/factories.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { hashPassword } from '../admins/password-hash.ts'

// On SQLite alone: what is counted is the same on both, and login-limit.test.ts asks both for it.

const PASSWORD = 'Right#1234'
const MINUTE = 60_000
const GUESSES = 10_000
/** Where what matters shows with fewer. */
const SOME = 1000
/** As the server is set by default. */
const [WINDOW, PER_ACCOUNT, PER_ADDRESS] = [15 * MINUTE, 10, 50]
/** So many come at once, more than a page of a browser would send. */
const AT_ONCE = 100

interface Guess {
  username: string
  ip: string
  forwardedFor?: string
}

let server: TestApp
let passwordHash: string
beforeAll(async () => {
  server = await testApp({ env: { TRUSTED_PROXIES: '10.0.0.1' } })
  passwordHash = await hashPassword(PASSWORD, server.config.argon2)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-31T10:00:00.000Z') })
})
afterAll(async () => {
  vi.useRealTimers()
  await server.close()
})
beforeEach(async () => {
  await server.db.deleteFrom('login_attempts').execute()
  await server.db.deleteFrom('admins').execute()
  await buildAdmin(server.db, { username: 'asha', password_hash: passwordHash, role: 'superadmin' })
})

const login = ({ username, ip, forwardedFor }: Guess, password: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/admin/login',
    payload: { username, password },
    remoteAddress: ip,
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  })

/** How many guesses ended with which status. The clock goes on by `overMs` meanwhile. */
async function guess(
  make: (n: number) => Guess,
  { count = GUESSES, overMs = 0 } = {},
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  const begun = Date.now()
  for (let n = 0; n < count; n += AT_ONCE) {
    vi.setSystemTime(begun + (overMs * n) / count)
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) => login(make(n + at), `Guess#${n + at}`)),
    )
    for (const { statusCode } of answers) statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
  }
  return statuses
}

const rows = async () => (await server.db.selectFrom('login_attempts').select('id').execute()).length

describe('guesses', () => {
  const writings = ['asha', 'ASHA', ' asha ', 'Ａsha', 'as\u200bha', 'asha\u3164']
  test.each<[string, (n: number) => Guess, number, number?]>([
    ['at one name from one address', () => ({ username: 'asha', ip: '192.0.2.1' }), PER_ACCOUNT],
    [
      'ten thousand, at one name in many writings, from as many addresses',
      (n) => ({ username: writings[n % writings.length] ?? '', ip: `198.18.${n >> 8}.${n & 255}` }),
      PER_ACCOUNT,
      GUESSES,
    ],
    ['at many names from one address', (n) => ({ username: `name ${n}`, ip: '192.0.2.1' }), PER_ADDRESS],
    [
      'at many names from one line of IPv6',
      (n) => ({ username: `name ${n}`, ip: `2001:db8:1:2:${n.toString(16)}::1` }),
      PER_ADDRESS,
    ],
    [
      'under many addresses that the guesser names',
      (n) => ({ username: `name ${n}`, ip: '192.0.2.1', forwardedFor: `203.0.${n >> 8}.${n & 255}` }),
      PER_ADDRESS,
    ],
    [
      'through the proxy, under addresses that the guesser puts before their own',
      (n) => ({ username: `name ${n}`, ip: '10.0.0.1', forwardedFor: `203.0.${n >> 8}.${n & 255}, 198.51.100.7` }),
      PER_ADDRESS,
    ],
  ])(
    '%s: as many are looked at as is allowed, and no more rows are kept',
    async (_how, make, allowed, count = SOME) => {
      expect(await guess(make, { count })).toEqual({ 401: allowed, 429: count - allowed })
      expect(await rows()).toBe(allowed)
    },
  )

  test('by many people at many names keep rows of one window alone', async () => {
    const make = (n: number) => ({ username: `name ${n}`, ip: `198.18.${n >> 8}.${n & 255}` })
    await guess(make, { count: SOME, overMs: 10 * WINDOW })
    expect(await rows()).toBeLessThanOrEqual(SOME / 10 + AT_ONCE)
  })
})

describe('the owner of a name that is guessed at without an end', () => {
  const attack = (n: number) => ({ username: 'asha', ip: `198.18.${n >> 8}.${n & 255}` })
  const own = { username: 'asha', ip: '203.0.113.5' }

  test('waits for as long as is told and no longer, though guesses went on meanwhile', async () => {
    await guess(attack, { count: 200 })
    const refused = await login(own, PASSWORD)
    expect(refused.statusCode).toBe(429)
    const waitMs = Number(refused.headers['retry-after']) * 1000
    expect(waitMs).toBeLessThanOrEqual(WINDOW)
    const begun = Date.now()
    expect(await guess(attack, { count: SOME, overMs: waitMs - MINUTE })).toEqual({ 429: SOME })
    vi.setSystemTime(begun + waitMs)
    expect((await login(own, PASSWORD)).statusCode).toBe(200)
  })

  test('stays signed in where they are', async () => {
    const { token } = (await login(own, PASSWORD)).json()
    await guess(attack, { count: AT_ONCE })
    const me = await server.app.inject({ url: '/api/admin/me', headers: { authorization: `Bearer ${token}` } })
    expect(me.statusCode).toBe(200)
  })

  test('of another name is not kept out by it', async () => {
    await guess(attack, { count: AT_ONCE })
    await buildAdmin(server.db, { username: 'farida', password_hash: passwordHash })
    expect((await login({ username: 'farida', ip: '203.0.113.6' }, PASSWORD)).statusCode).toBe(200)
  })
})
