import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CREDENTIALS } from '../support/test-server.ts'
import { type AttackTarget, openAttackTarget, recordsOf } from './attack-target.ts'
import { makeShiftedClock } from './shifted-clock.ts'

const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS
const WINDOW_SECONDS = 60
const FAILURES = 3

const clock = makeShiftedClock()
let target: AttackTarget
beforeEach(async () => {
  const limits = { LOGIN_WINDOW_MINUTES: `${WINDOW_SECONDS / 60}`, LOGIN_ACCOUNT_FAILURES: `${FAILURES}` }
  target = await openAttackTarget({ ...clock.env, ...limits })
})
afterEach(async () => {
  await target.close()
  clock.shift(undefined, 0)
})
afterAll(() => clock.remove())

/** The server handles the signal before its next request. */
async function setClock(offsetMs: number): Promise<void> {
  clock.shift(target.server.pid, offsetMs)
  const isSet = async () => Math.abs(Date.parse(`${await serverTime()}`) - Date.now() - offsetMs) < HOUR_MS / 2
  await expect.poll(isSet).toBe(true)
}
/** The time of a new message, as the server records it. */
async function serverTime(): Promise<string | undefined> {
  await sendMessage()
  const database = new DatabaseSync(target.database, { readOnly: true, timeout: 5000 })
  const row = database.prepare('select created_at from messages order by rowid desc limit 1').get()
  database.close()
  return row?.created_at as string | undefined
}
const sendMessage = (key?: string) => {
  const body = { name: 'Asha', email: 'asha@example.org', message: `Namaste ${key}` }
  const headers = key ? { 'idempotency-key': key } : {}
  return target.call('/api/message/addMessage', { body, headers, ip: randomAddress() })
}
const randomAddress = () => `10.${[...randomBytes(3)].join('.')}`
const guess = () => target.call('/api/admin/login', { body: { username: 'asha', password: 'x' }, ip: '192.0.2.1' })
const statusOf = async (token: string) => (await target.call('/api/admin/me', { token })).status

test('a server that starts years ahead keeps the trash and who signed in', async () => {
  const token = await target.signIn()
  await sendMessage()
  const [message] = await recordsOf(target, '/api/message/getMessage')
  await target.call(`/api/message/deleteMessage/${message?._id}`, { method: 'DELETE', token })
  await guess()
  await target.server.stop()
  clock.shift(undefined, 3 * YEAR_MS)
  await target.start()
  const read = (statement: string) => {
    const database = new DatabaseSync(target.database, { readOnly: true, timeout: 5000 })
    const rows = database.prepare(statement).all()
    database.close()
    return rows
  }
  // The start empties the trash and thins the history, and moves the guess to the history.
  await expect.poll(() => read('select id from trash where overdue_at is not null')).toHaveLength(1)
  await expect.poll(() => read('select minute from refused_sign_ins')).toEqual([])
  await target.server.stop()
  const kept = `select action from history join history_values on history_values.n = history.n
    where action in ('session.opened', 'session.refused', 'history.thinned') order by history.n`
  expect(read(kept).map(({ action }) => action)).toEqual(['session.opened', 'session.opened', 'session.refused'])
  expect(read('select id from trash')).toHaveLength(1)
})

describe.each([
  ['an hour ahead', HOUR_MS],
  ['an hour back', -HOUR_MS],
  ['a year ahead', YEAR_MS],
  ['a year back', -YEAR_MS],
])('a clock that jumps %s, and later back', (_jump, offsetMs) => {
  test('ends a session at most, and signs in again', async () => {
    const before = await target.signIn()
    await setClock(offsetMs)
    expect(await statusOf(before)).toBe(offsetMs === YEAR_MS ? 401 : 200)
    const during = await target.signIn()
    expect(await statusOf(during)).toBe(200)
    await setClock(0)
    expect(await statusOf(during)).toBe(offsetMs === -YEAR_MS ? 401 : 200)
    expect(await statusOf(await target.signIn())).toBe(200)
  })

  test('makes nobody wait longer than one window', async () => {
    for (let n = 0; n < FAILURES; n += 1) await guess()
    expect((await guess()).status).toBe(429)
    for (const offset of [offsetMs, 0]) {
      await setClock(offset)
      const answer = await guess()
      expect([401, 429]).toContain(answer.status)
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(WINDOW_SECONDS)
    }
  })

  test('carries out a repeated call once, unless the clock jumps further than keys are kept', async () => {
    const key = randomBytes(16).toString('hex')
    await sendMessage(key)
    for (const offset of [offsetMs, 0]) {
      await setClock(offset)
      expect((await sendMessage(key)).status).toBe(200)
    }
    const repeats = (await recordsOf(target, '/api/message/getMessage')).filter(
      ({ message }) => message === `Namaste ${key}`,
    )
    expect(repeats).toHaveLength(Math.abs(offsetMs) < YEAR_MS ? 1 : 2)
  })

  test('recognises the browser that signed in before', async () => {
    const body = CREDENTIALS
    const { json } = await target.call('/api/admin/login', { body })
    const headers = { 'device-mark': String(json.device) }
    await setClock(offsetMs)
    for (let n = 0; n <= FAILURES; n += 1) {
      await target.call('/api/admin/login', { body: { ...body, password: 'x' }, ip: '192.0.2.1' })
    }
    const login = { body, ip: '192.0.2.1' }
    expect((await target.call('/api/admin/login', login)).status).toBe(429)
    expect((await target.call('/api/admin/login', { ...login, headers })).status).toBe(200)
  })
})
