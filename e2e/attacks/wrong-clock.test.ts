import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AttackTarget, openAttackTarget } from './attack-target.ts'

const FUTURE = '2099-01-01T00:00:00.000Z'
const WINDOW_SECONDS = 5
const DAY_MS = 86_400_000
const SESSION_MAX_DAYS = 30

let target: AttackTarget
beforeEach(async () => {
  target = await openAttackTarget({ LOGIN_WINDOW_MINUTES: `${WINDOW_SECONDS / 60}` })
})
afterEach(() => target.close())

/** Runs statements as a server did whose clock was wrong. */
function write(statement: string, ...values: string[]) {
  const database = new DatabaseSync(target.database, { timeout: 5000 })
  const rows = database.prepare(statement).all(...values)
  database.close()
  return rows
}
const login = () => target.call('/api/admin/login', { body: { username: 'asha', password: 'x' } })

test('failed sign-ins of the future make nobody wait longer than one window', async () => {
  // On a slow machine the first attempts may expire before the eleventh.
  let isLimited = false
  for (let round = 0; round < 10 && !isLimited; round += 1) {
    const answers = await Promise.all(Array.from({ length: 11 }, login))
    isLimited = answers.some(({ status }) => status === 429)
  }
  expect(isLimited).toBe(true)
  write('update rate_limit_attempts set expires_at = ?', FUTURE)
  const refused = await login()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(WINDOW_SECONDS)
  await expect.poll(async () => (await login()).status, { interval: 250 }).toBe(401)
})

test('limits the expiry of a session from the future', async () => {
  const token = await target.signIn()
  write('update sessions set created_at = ?, last_seen_at = ?, expires_at = ?', FUTURE, FUTURE, FUTURE)
  expect((await target.call('/api/admin/me', { token })).status).toBe(200)
  const latest = new Date(Date.now() + SESSION_MAX_DAYS * DAY_MS + DAY_MS).toISOString()
  const isLimited = () => write('select id from sessions where last_seen_at = ? or expires_at > ?', FUTURE, latest)
  await expect.poll(isLimited).toEqual([])
})

test('a job of the future runs after the next start', async () => {
  await target.server.stop()
  write(
    `insert into jobs (id, kind, subject, attempts, due_at, created_at)
     values ('a', 'make-variants', '/media/aa/${'0'.repeat(30)}.jpg', 0, ?, ?)`,
    FUTURE,
    FUTURE,
  )
  await target.start()
  await expect.poll(() => write('select id from jobs')).toEqual([])
})
