import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eachDatabase } from '../../../testing/databases.ts'
import { addUser, PASSWORD } from '../../../testing/second-step.ts'
import { newServerEachTest } from '../../../testing/test-app.ts'
import { LOGIN_DELAY_MS } from '../session-service.ts'
import { clearFailures } from './login-attempt-service.ts'

const OWN_ADDRESS = '198.51.100.9'
const OTHER_ADDRESS = '198.51.100.10'
const LIMITED = { LOGIN_ACCOUNT_FAILURES: '3', LOGIN_SLOW_FAILURES: '5' }

eachDatabase((engine) => {
  /** Sign-ins that wait because their account is under attack. */
  let waits: (() => void)[]
  const delays = {
    count: () => waits.length,
    end: () => {
      for (const run of waits.splice(0)) run()
    },
  }
  beforeEach(() => {
    waits = []
    const { setTimeout } = globalThis
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) =>
      ms === LOGIN_DELAY_MS ? waits.push(run) : setTimeout(run, ms)) as typeof setTimeout)
  })
  afterEach(() => void vi.restoreAllMocks())
  const server = newServerEachTest({ engine, env: LIMITED })
  beforeEach(async () => {
    for (const username of ['asha', 'farida']) await addUser(server, { username })
  })

  const login = (username: string, password: string, ip: string, headers: Record<string, string> = {}) =>
    server.post('/admin/login', { username, password }, { ip, ...headers })

  /** Fails five times, each from another address. */
  async function attack(username: string): Promise<void> {
    for (let n = 0; n < 5; n += 1) expect((await login(username, 'wrong', `203.0.${113 + n}.1`)).statusCode).toBe(401)
    expect(delays.count()).toBe(0)
  }

  /** Starts sign-ins from different addresses and resolves once `count` of them wait. */
  async function startWaiting(username: string, count: number) {
    const answers = Array.from({ length: count }, (_, n) => login(username, 'wrong', `203.0.113.${n + 2}`))
    await expect.poll(() => delays.count()).toBe(count)
    return answers
  }

  async function signIn(username: string) {
    const answer = await login(username, PASSWORD, OWN_ADDRESS)
    expect(answer.statusCode).toBe(200)
    const device = answer.cookies.find(({ name }) => name === 'sevadesk_device')
    return { marks: device?.value ?? '' }
  }

  describe('after many failures of an account from all addresses', () => {
    test.each(['asha', 'nobody'])('delays each further sign-in to %s by two seconds', async (username) => {
      await attack(username)
      const [answer] = await startWaiting(username, 1)
      delays.end()
      expect((await answer)?.statusCode).toBe(401)
    })

    test('lets twenty sign-ins wait at once, and refuses the right password only above its own address’s limit', async () => {
      const { marks } = await signIn('asha')
      await attack('asha')
      const waiting = await startWaiting('asha', 20)
      for (let n = 0; n < 3; n += 1) {
        const refused = await login('asha', 'wrong', OWN_ADDRESS)
        expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2'])
        expect(refused.json().message).toBe('There were too many failed logins. Please try again in 2 seconds.')
      }
      const counted = await login('asha', PASSWORD, OWN_ADDRESS)
      expect(counted.statusCode).toBe(429)
      expect(Number(counted.headers['retry-after'])).toBeGreaterThan(2)
      expect((await login('asha', PASSWORD, OTHER_ADDRESS)).statusCode).toBe(200)
      const known = await login('asha', PASSWORD, OWN_ADDRESS, { cookie: `sevadesk_device=${marks}` })
      expect(known.statusCode).toBe(200)
      expect(delays.count()).toBe(20)
      delays.end()
      for (const answer of await Promise.all(waiting)) expect(answer.statusCode).toBe(401)
      const later = login('asha', PASSWORD, OTHER_ADDRESS)
      await expect.poll(() => delays.count()).toBe(1)
      delays.end()
      expect((await later).statusCode).toBe(200)
    })

    test('counts the waiting sign-ins of each account apart', async () => {
      await attack('asha')
      await attack('farida')
      const waiting = await startWaiting('asha', 20)
      const other = login('farida', PASSWORD, OWN_ADDRESS)
      await expect.poll(() => delays.count()).toBe(21)
      delays.end()
      expect((await other).statusCode).toBe(200)
      await Promise.all(waiting)
    })

    test('does not delay another account', async () => {
      await attack('asha')
      expect((await login('farida', PASSWORD, OWN_ADDRESS)).statusCode).toBe(200)
    })

    test('a new password ends the delay', async () => {
      await attack('asha')
      const asha = await server.db.selectFrom('admins').selectAll().where('username', '=', 'asha').executeTakeFirst()
      await clearFailures(server.db, { _id: asha?.id ?? '', username: 'asha' })
      expect((await login('asha', PASSWORD, OWN_ADDRESS)).statusCode).toBe(200)
    })
  })

  describe('a browser that signed in to the account before', () => {
    const failFrom = async (ip: string, times: number, headers: Record<string, string> = {}) => {
      const statuses: number[] = []
      for (let n = 0; n < times; n += 1) statuses.push((await login('asha', 'wrong', ip, headers)).statusCode)
      return statuses
    }

    test.each([
      ['cookie', (marks: string) => ({ cookie: `sevadesk_device=${marks}` })],
      ['header', (marks: string) => ({ 'device-mark': marks })],
    ])('signs in despite the failures of others from its address, by %s', async (_carrier, headersOf) => {
      const { marks } = await signIn('asha')
      expect(await failFrom(OWN_ADDRESS, 4)).toEqual([401, 401, 401, 429])
      expect((await login('asha', PASSWORD, OWN_ADDRESS, headersOf(marks))).statusCode).toBe(200)
    })

    test('has a limit of its own, whatever its address', async () => {
      const mark = { 'device-mark': (await signIn('asha')).marks }
      expect(await failFrom(OWN_ADDRESS, 2, mark)).toEqual([401, 401])
      expect(await failFrom(OTHER_ADDRESS, 2, mark)).toEqual([401, 429])
      const other = { 'device-mark': (await signIn('asha')).marks }
      expect((await login('asha', PASSWORD, OTHER_ADDRESS, other)).statusCode).toBe(200)
    })

    test('shares a limit with the other known browsers of the account, and is unknown beyond it', async () => {
      const marks: Record<string, string>[] = []
      for (let n = 0; n < 3; n += 1) marks.push({ 'device-mark': (await signIn('asha')).marks })
      const [first, second, third] = marks
      expect(await failFrom(OWN_ADDRESS, 3, first)).toEqual([401, 401, 401])
      expect(await failFrom(OWN_ADDRESS, 2, second)).toEqual([401, 401])
      const slowed = login('asha', PASSWORD, OTHER_ADDRESS, third)
      await expect.poll(() => delays.count()).toBe(1)
      delays.end()
      expect((await slowed).statusCode).toBe(200)
    })

    test('keeps its limit when it signs in again', async () => {
      const first = await signIn('asha')
      const again = await login('asha', PASSWORD, OWN_ADDRESS, { 'device-mark': first.marks })
      expect(await failFrom(OWN_ADDRESS, 3, { 'device-mark': first.marks })).toEqual([401, 401, 401])
      expect(await failFrom(OWN_ADDRESS, 1, { 'device-mark': again.json().device })).toEqual([429])
    })

    test('is unknown to other accounts, and known to each that it signed in to', async () => {
      const asha = await signIn('asha')
      const farida = await login('farida', PASSWORD, OWN_ADDRESS, { 'device-mark': asha.marks })
      await attack('farida')
      const unknown = login('farida', PASSWORD, OTHER_ADDRESS, { 'device-mark': asha.marks })
      await expect.poll(() => delays.count()).toBe(1)
      delays.end()
      await unknown
      await attack('asha')
      const both = { 'device-mark': farida.json().device }
      for (const username of ['asha', 'farida'])
        expect((await login(username, PASSWORD, OTHER_ADDRESS, both)).statusCode).toBe(200)
    })
  })
})
