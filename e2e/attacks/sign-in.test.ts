import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CREDENTIALS } from '../support/test-server.ts'
import { type Answer, type AttackTarget, countStatuses, openAttackTarget, PASSWORD } from './attack-target.ts'

const { username: OWNER } = CREDENTIALS
const OWN_ADDRESS = '203.0.113.5'

let target: AttackTarget
beforeEach(async () => {
  target = await openAttackTarget()
})
afterEach(() => target.close())

const login = (username: string, password: string, ip: string, headers: Record<string, string> = {}) =>
  target.call('/api/admin/login', { body: { username, password }, ip, headers })
/** A guess for the owner's password from the address number `n`. */
const guess = (n: number) => login(OWNER, `Guess#${n}`, `198.18.${n >> 8}.${n & 255}`)
/** Resolves to true at the first refusal, or to false if all guesses are answered without one. */
const someIsRefused = (answers: readonly Promise<Answer>[]) =>
  new Promise<boolean>((resolve, reject) => {
    for (const each of answers) each.then(({ status }) => status === 429 && resolve(true), reject)
    void Promise.allSettled(answers).then(() => resolve(false))
  })
const guesses = (count: number, first = 0) =>
  Promise.allSettled(Array.from({ length: count }, (_, n) => guess(first + n)))

describe('a stranger who guesses the password of a known name from many addresses', () => {
  test('does not lock out the owner at a new device', async () => {
    await guesses(50)
    let waiting: Promise<Answer>[] = []
    let isRefused = false
    // The first refusal means that 20 sign-ins are waiting. Each waits for two seconds only, so a
    // slow machine may need more guesses.
    for (let first = 50; first < 650 && !isRefused; first += 30) {
      waiting = Array.from({ length: 30 }, (_, n) => guess(first + n))
      isRefused = await someIsRefused(waiting)
    }
    expect(isRefused).toBe(true)
    expect((await login(OWNER, PASSWORD, OWN_ADDRESS)).status).toBe(200)
    await Promise.allSettled(waiting)
  })

  test('makes an unknown device wait, but not a known one', async () => {
    const { json } = await login(OWNER, PASSWORD, OWN_ADDRESS)
    const headers = { 'device-mark': String(json.device) }
    await guesses(50)
    const order: string[] = []
    async function arrive(device: string, marks: Record<string, string>) {
      const { status } = await login(OWNER, PASSWORD, OWN_ADDRESS, marks)
      order.push(`${device}: ${status}`)
    }
    await Promise.all([arrive('unknown', {}), arrive('known', headers)])
    expect(order).toEqual(['known: 200', 'unknown: 200'])
  })

  test('does not lock out the owner by guesses from one address', async () => {
    const statuses = countStatuses(await Promise.all(Array.from({ length: 20 }, () => login(OWNER, 'x', '198.18.0.1'))))
    expect(statuses).toEqual({ 401: 10, 429: 10 })
    expect((await login(OWNER, PASSWORD, OWN_ADDRESS)).status).toBe(200)
  })
})

test.each([
  ['IPv4 /24', (n: number) => `192.0.2.${n % 256}`],
  ['IPv6 /48', (n: number) => `2001:db8:1:${n.toString(16)}::1`],
])('checks at most 1,000 of 1,200 guesses from one %s', async (_range, addressOf) => {
  const statuses: number[] = []
  for (let n = 0; n < 1200; n += 50) {
    const batch = Array.from({ length: 50 }, (_, at) => login(`name${n + at}`, 'Guess#1', addressOf(n + at)))
    statuses.push(...(await Promise.all(batch)).map(({ status }) => status))
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(1000)
  expect(statuses.filter((status) => status === 429)).toHaveLength(200)
})

test('known and unknown names get the same answers', async () => {
  async function answersTo(name: string, network: string) {
    const answers: Answer[] = []
    for (let n = 0; n < 12; n += 1) answers.push(await login(name, 'Guess#1', `${network}.1`))
    const others = Array.from({ length: 60 }, (_, n) => login(name, 'Guess#1', `${network}.${n + 2}`))
    answers.push(...(await Promise.all(others)))
    return answers.map(({ status, headers, text }) => {
      const names = [...headers].filter(([name]) => !['date', 'retry-after'].includes(name))
      return { status, text, headers: names, mustWait: headers.has('retry-after') }
    })
  }
  expect(await answersTo('nobody-here', '198.51.100')).toEqual(await answersTo(OWNER, '203.0.113'))
})
