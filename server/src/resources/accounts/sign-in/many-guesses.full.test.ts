import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildAdmin } from '../../../testing/factories.ts'
import { type HeldLoginDelays, holdLoginDelays } from '../../../testing/held-login-delays.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { hashPassword } from '../passwords/password-hash-service.ts'

// Runs only on SQLite, because login-limit.test.ts covers both databases.

const PASSWORD = 'Right#1234'
const DAY = 24 * 60 * 60_000
const GUESSES = 10_000
const FEWER_GUESSES = 1000
/** The default setting. */
const PER_RANGE = 1000
/** Failures of an account after which each sign-in waits, and how many wait at once. */
const [UNDELAYED, WAITING] = [50, 20]
const CONCURRENCY = 100

interface Guess {
  username: string
  ip: string
}

let server: TestApp
let passwordHash: string
let delays: HeldLoginDelays
beforeAll(async () => {
  server = await testApp()
  passwordHash = await hashPassword(PASSWORD, server.config.argon2)
  delays = holdLoginDelays()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-31T10:00:00.000Z') })
})
afterAll(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await server.close()
})
beforeEach(async () => {
  await server.db.deleteFrom('rate_limit_attempts').execute()
  await server.db.deleteFrom('admins').execute()
  await buildAdmin(server.db, { username: 'asha', password_hash: passwordHash, role: 'superadmin' })
})

const attack = (n: number) => ({ username: 'asha', ip: `198.18.${n >> 8}.${n & 255}` })

const login = ({ username, ip }: Guess, password: string, headers: Record<string, string> = {}) =>
  server.post('/admin/login', { username, password }, { ip, ...headers })

/** Resolves once each of the sign-ins has an answer or waits. */
async function settleOrWait(answers: Promise<unknown>[]): Promise<void> {
  let settled = 0
  for (const answer of answers)
    answer.then(
      () => (settled += 1),
      () => (settled += 1),
    )
  await vi.waitFor(() => expect(settled + delays.count()).toBe(answers.length), { timeout: 60_000, interval: 1 })
}

/**
 * Sends `count` guesses, a hundred at once, while the clock advances by `overMs`. Counts the
 * responses by status.
 */
async function guess(
  make: (n: number) => Guess,
  { count = GUESSES, overMs = 0 } = {},
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  const startedAt = Date.now()
  for (let n = 0; n < count; n += CONCURRENCY) {
    vi.setSystemTime(startedAt + (overMs * n) / count)
    const answers = Array.from({ length: CONCURRENCY }, async (_, at) => login(make(n + at), `Guess#${n + at}`))
    await settleOrWait(answers)
    delays.end()
    for (const { statusCode } of await Promise.all(answers)) statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
  }
  return statuses
}

const countAttempts = async () =>
  (await server.db.selectFrom('rate_limit_attempts').select('attempt_id').distinct().execute()).length

// Takes a minute on a busy machine.
describe('limits guesses', { timeout: 240_000 }, () => {
  test.each<[number, string, (n: number) => string]>([
    [GUESSES, 'an IPv4 range', (n) => `192.0.2.${n & 255}`],
    [2 * PER_RANGE, 'an IPv6 range', (n) => `2001:db8:1:${n.toString(16)}::1`],
  ])('checks at most 1,000 of %i guesses from %s in a day', async (count, _range, ip) => {
    const make = (n: number) => ({ username: `name ${n}`, ip: ip(n) })
    expect(await guess(make, { count, overMs: DAY })).toEqual({ 401: PER_RANGE, 429: count - PER_RANGE })
  })

  test('delays guesses for one name from many addresses, twenty at once', async () => {
    const statuses = await guess(attack, { count: FEWER_GUESSES })
    const [delayed = 0, batches] = [statuses[401], FEWER_GUESSES / CONCURRENCY]
    expect(delayed).toBeGreaterThanOrEqual(batches * WAITING)
    expect(delayed).toBeLessThanOrEqual(UNDELAYED + batches * WAITING)
    expect(statuses[429]).toBe(FEWER_GUESSES - delayed)
  })

  test('stores only the attempts of one day', async () => {
    const make = (n: number) => ({ username: `name ${n}`, ip: `198.18.${n >> 8}.${n & 255}` })
    await guess(make, { count: FEWER_GUESSES, overMs: 10 * DAY })
    expect(await countAttempts()).toBeLessThanOrEqual(FEWER_GUESSES / 10 + CONCURRENCY)
  })
})

describe('during an attack on an account from many addresses', () => {
  const own = { username: 'asha', ip: '203.0.113.5' }

  test('its owner can sign in without a wait in a browser that signed in before', async () => {
    const { device } = (await login(own, PASSWORD)).json()
    await guess(attack, { count: 200 })
    const guesses = Array.from({ length: CONCURRENCY }, async (_, n) => login(attack(200 + n), 'wrong'))
    await settleOrWait(guesses)
    expect(delays.count()).toBe(WAITING)
    expect((await login(own, PASSWORD, { 'device-mark': device })).statusCode).toBe(200)
    delays.end()
    await Promise.all(guesses)
  })

  test('its owner stays signed in', async () => {
    const { token } = (await login(own, PASSWORD)).json()
    await guess(attack, { count: CONCURRENCY })
    const me = await server.get('/admin/me', { authorization: `Bearer ${token}` })
    expect(me.statusCode).toBe(200)
  })
})
