import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildAdmin } from '../../testing/factories.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { hashPassword } from '../admins/password-hash-service.ts'

// Runs only on SQLite, because login-limit.test.ts covers both databases.

const PASSWORD = 'Right#1234'
const MINUTE = 60_000
const GUESSES = 10_000
const FEWER_GUESSES = 1000
/** The default settings. */
const [WINDOW, PER_ACCOUNT, PER_ADDRESS] = [15 * MINUTE, 10, 50]
const CONCURRENCY = 100

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
  await server.db.deleteFrom('rate_limit_attempts').execute()
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

/** Sends `count` guesses while the clock advances by `overMs`. Counts the responses by status. */
async function guess(
  make: (n: number) => Guess,
  { count = GUESSES, overMs = 0 } = {},
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  const startedAt = Date.now()
  for (let n = 0; n < count; n += CONCURRENCY) {
    vi.setSystemTime(startedAt + (overMs * n) / count)
    const answers = await Promise.all(
      Array.from({ length: CONCURRENCY }, (_, at) => login(make(n + at), `Guess#${n + at}`)),
    )
    for (const { statusCode } of answers) statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
  }
  return statuses
}

const countAttempts = async () =>
  (await server.db.selectFrom('rate_limit_attempts').select('attempt_id').distinct().execute()).length

describe('limits guesses', () => {
  const spellings = ['asha', 'ASHA', ' asha ', 'Ａsha', 'as\u200bha', 'asha\u3164']
  test.each<[string, (n: number) => Guess, number, number?]>([
    ['for one name from one address', () => ({ username: 'asha', ip: '192.0.2.1' }), PER_ACCOUNT],
    [
      'for one name in many spellings from ten thousand addresses',
      (n) => ({ username: spellings[n % spellings.length] ?? '', ip: `198.18.${n >> 8}.${n & 255}` }),
      PER_ACCOUNT,
      GUESSES,
    ],
    ['for many names from one address', (n) => ({ username: `name ${n}`, ip: '192.0.2.1' }), PER_ADDRESS],
    [
      'for many names from one IPv6 network',
      (n) => ({ username: `name ${n}`, ip: `2001:db8:1:2:${n.toString(16)}::1` }),
      PER_ADDRESS,
    ],
    [
      'with a forged X-Forwarded-For header',
      (n) => ({ username: `name ${n}`, ip: '192.0.2.1', forwardedFor: `203.0.${n >> 8}.${n & 255}` }),
      PER_ADDRESS,
    ],
    [
      'through the proxy with forged entries before the real address',
      (n) => ({ username: `name ${n}`, ip: '10.0.0.1', forwardedFor: `203.0.${n >> 8}.${n & 255}, 198.51.100.7` }),
      PER_ADDRESS,
    ],
  ])('%s', async (_how, make, allowed, count = FEWER_GUESSES) => {
    expect(await guess(make, { count })).toEqual({ 401: allowed, 429: count - allowed })
    expect(await countAttempts()).toBe(allowed)
  })

  test('stores only the attempts of one window', async () => {
    const make = (n: number) => ({ username: `name ${n}`, ip: `198.18.${n >> 8}.${n & 255}` })
    await guess(make, { count: FEWER_GUESSES, overMs: 10 * WINDOW })
    expect(await countAttempts()).toBeLessThanOrEqual(FEWER_GUESSES / 10 + CONCURRENCY)
  })
})

describe('during an attack on an account', () => {
  const attack = (n: number) => ({ username: 'asha', ip: `198.18.${n >> 8}.${n & 255}` })
  const own = { username: 'asha', ip: '203.0.113.5' }

  test('its owner can sign in after the announced time while guesses continue', async () => {
    await guess(attack, { count: 200 })
    const refused = await login(own, PASSWORD)
    expect(refused.statusCode).toBe(429)
    const waitMs = Number(refused.headers['retry-after']) * 1000
    expect(waitMs).toBeLessThanOrEqual(WINDOW)
    const startedAt = Date.now()
    expect(await guess(attack, { count: FEWER_GUESSES, overMs: waitMs - MINUTE })).toEqual({ 429: FEWER_GUESSES })
    vi.setSystemTime(startedAt + waitMs)
    expect((await login(own, PASSWORD)).statusCode).toBe(200)
  })

  test('its owner stays signed in', async () => {
    const { token } = (await login(own, PASSWORD)).json()
    await guess(attack, { count: CONCURRENCY })
    const me = await server.app.inject({ url: '/api/admin/me', headers: { authorization: `Bearer ${token}` } })
    expect(me.statusCode).toBe(200)
  })

  test('other users can sign in', async () => {
    await guess(attack, { count: CONCURRENCY })
    await buildAdmin(server.db, { username: 'farida', password_hash: passwordHash })
    expect((await login({ username: 'farida', ip: '203.0.113.6' }, PASSWORD)).statusCode).toBe(200)
  })
})
