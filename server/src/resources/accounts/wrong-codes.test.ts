import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import {
  addSecondStepUser,
  caller,
  markOf,
  NOW,
  OTHER_PASSWORD,
  type SecondStepUser,
  signInCalls,
  turnOn,
} from '../../testing/second-step.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

const STEP_MS = 30_000
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

anyDatabase((engine) => {
  let server: TestApp
  let asha: SecondStepUser
  let call: ReturnType<typeof caller>
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    server = await testApp({ engine, env: { LOGIN_ADDRESS_FAILURES: '1000' } })
    call = caller(server)
    asha = await addSecondStepUser(server, 'asha')
    // The next code.
    vi.setSystemTime(NOW + 2 * STEP_MS)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await server.close()
  })

  const { login, ticketOf, give, wrong, changePassword } = signInCalls(() => [call, asha])

  /** Gives wrong codes with new tickets until they are refused with 429. */
  async function guess(headersOf: (n: number) => Record<string, string>): Promise<number> {
    for (let n = 0; n < 50; n += 1) {
      const { statusCode } = await give(await ticketOf(), wrong(), {}, headersOf(n))
      if (statusCode === 429) return n
    }
    return 50
  }
  const anywhere = (n: number) => ({ ip: `203.0.${n}.1` })

  test('wrong codes are limited to ten an hour and twenty a day, from all addresses', async () => {
    expect(await guess(anywhere)).toBe(10)
    const refused = await give(await ticketOf(), asha.code())
    expect(refused.statusCode).toBe(429)
    expect(refused.json().message).toContain('There were too many wrong codes. Please try again in 60 minutes.')
    vi.setSystemTime(Date.now() + HOUR_MS)
    expect(await guess(anywhere)).toBe(10)
    vi.setSystemTime(Date.now() + HOUR_MS)
    expect(await guess(anywhere)).toBe(0)
    vi.setSystemTime(Date.now() + DAY_MS)
    expect((await give(await ticketOf(), asha.code())).statusCode).toBe(200)
  })

  test('wrong codes of others do not keep the user out on a known device', async () => {
    const mark = markOf(await give(await ticketOf(), asha.code()))
    expect(await guess(anywhere)).toBe(10)
    vi.setSystemTime(Date.now() + 2 * STEP_MS)
    expect((await give(await ticketOf(mark), asha.code(), {}, mark)).statusCode).toBe(200)
  })

  test('wrong codes have one limit over devices that the password alone made known', async () => {
    await call('DELETE', '/admin/me/second-step', undefined, asha.bearer)
    const marks = [markOf(await login()), markOf(await login())]
    await turnOn(call, asha.bearer)
    expect(await guess((n) => marks[n % 2] ?? {})).toBe(10)
  })

  test('wrong codes on a known device have a limit of their own', async () => {
    const mark = markOf(await give(await ticketOf(), asha.code()))
    expect(await guess(() => mark)).toBe(10)
  })

  test('wrong codes are forgotten with a new password, on new and known devices and where signed in', async () => {
    const mark = markOf(await give(await ticketOf(), asha.code()))
    vi.setSystemTime(Date.now() + 2 * STEP_MS)
    const giveSignedIn = (code: string) => call('POST', '/admin/me/second-step/code', { code }, asha.bearer)
    for (let n = 0; n < 10; n += 1) await giveSignedIn(wrong())
    expect([await guess(anywhere), await guess(() => mark)]).toEqual([10, 10])
    expect((await giveSignedIn(wrong())).statusCode).toBe(429)
    await changePassword(asha.bearer)
    const [one = '', other = ''] = asha.recoveryCodes
    expect((await give(await ticketOf({}, OTHER_PASSWORD), one)).statusCode).toBe(200)
    expect((await give(await ticketOf(mark, OTHER_PASSWORD), other, {}, mark)).statusCode).toBe(200)
    expect((await giveSignedIn(asha.code())).statusCode).toBe(200)
  })
})
