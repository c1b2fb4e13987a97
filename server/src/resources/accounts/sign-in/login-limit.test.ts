import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { anyDatabase } from '../../../testing/databases.ts'
import { addUser, PASSWORD } from '../../../testing/second-step.ts'
import { type CallHeaders, type TestApp, testApp } from '../../../testing/test-app.ts'

const MINUTE = 60_000

anyDatabase((engine) => {
  let server: TestApp
  afterEach(() => server.close())

  async function serve(env: Record<string, string> = {}): Promise<void> {
    server = await testApp({ engine, env })
    await addUser(server, { username: 'asha' })
  }

  const login = (username: string, password: string, headers: CallHeaders = {}) =>
    server.post('/admin/login', { username, password }, { ip: '192.0.2.1', ...headers })

  async function fail(times: number, username = 'asha', headers: CallHeaders = {}): Promise<number[]> {
    const statuses: number[] = []
    for (let n = 0; n < times; n += 1) statuses.push((await login(username, `wrong${n}`, headers)).statusCode)
    return statuses
  }

  /** Lets the recorded failures age by `ms`. */
  async function passTime(ms: number): Promise<void> {
    for (const { attempt_id, key, expires_at } of await rows()) {
      const earlier = new Date(Date.parse(expires_at) - ms).toISOString()
      await server.db
        .updateTable('rate_limit_attempts')
        .set({ expires_at: earlier })
        .where('attempt_id', '=', attempt_id)
        .where('key', '=', key)
        .execute()
    }
  }

  const rows = () => server.db.selectFrom('rate_limit_attempts').selectAll().execute()
  const countAttempts = async () => new Set((await rows()).map(({ attempt_id }) => attempt_id)).size

  test('returns 429 with the waiting time after ten failures, even for the right password', async () => {
    await serve()
    expect(await fail(10)).toEqual(Array(10).fill(401))
    const answer = await login('asha', PASSWORD)
    expect(answer.statusCode).toBe(429)
    const seconds = Number(answer.headers['retry-after'])
    expect(seconds).toBeGreaterThan(14 * 60)
    expect(seconds).toBeLessThanOrEqual(15 * 60)
    expect(answer.json()).toEqual({
      success: false,
      message: 'There were too many failed logins. Please try again in 15 minutes.',
      code: 'too_many',
    })
    expect(answer.cookies).toEqual([])
  })

  test("counts an account's failures across spellings of its name", async () => {
    await serve()
    const spellings = ['asha', 'ASHA', ' asha', 'Ａsha', 'asha\u200b']
    for (let n = 0; n < 10; n += 1) await login(spellings[n % 5] ?? '', 'wrong')
    expect((await login('asha', PASSWORD)).statusCode).toBe(429)
  })

  test('counts the failures of each address apart', async () => {
    await serve()
    for (const ip of ['192.0.2.1', '192.0.2.2', '2001:db8::1']) await fail(10, 'asha', { ip })
    expect((await login('asha', PASSWORD, { ip: '198.51.100.1' })).statusCode).toBe(200)
    expect((await login('asha', PASSWORD, { ip: '2001:db8::2' })).statusCode).toBe(429)
  })

  test('counts an address once, whatever port the proxy adds, and without one counts the proxy', async () => {
    await serve({ TRUSTED_PROXIES: '192.0.2.1' })
    const by = (address: string) => ({ 'x-forwarded-for': address })
    for (let n = 0; n < 10; n += 1) await fail(1, 'asha', by(`203.0.113.7:5${n}000`))
    for (let n = 0; n < 10; n += 1) await fail(1, 'asha', by(n % 2 ? 'unknown' : `198.51.100.${n}, secret`))
    for (const address of ['203.0.113.7', '203.0.113.7:1', 'text']) {
      expect((await login('asha', PASSWORD, by(address))).statusCode).toBe(429)
    }
    await login('asha', PASSWORD, by('[2001:db8::1]:50001'))
    const { ip } = await server.db.selectFrom('sessions').select('ip').executeTakeFirstOrThrow()
    expect(ip).toBe('2001:db8::1')
  })

  test('limits an address range to a number of failures per day', async () => {
    await serve({ LOGIN_RANGE_FAILURES: '3' })
    for (let n = 1; n <= 3; n += 1) await login(`n${n}`, 'wrong', { ip: `192.0.2.${n}` })
    await passTime(20 * 60 * MINUTE)
    const answer = await login('n4', 'wrong', { ip: '192.0.2.200' })
    expect(answer.statusCode).toBe(429)
    expect(answer.json().message).toBe('There were too many failed logins. Please try again in 4 hours.')
    expect((await login('n4', 'wrong', { ip: '192.0.3.1' })).statusCode).toBe(401)
    await passTime(4 * 60 * MINUTE)
    expect((await login('n4', 'wrong', { ip: '192.0.2.200' })).statusCode).toBe(401)
  })

  test('limits an unknown name like a known one', async () => {
    await serve()
    expect(await fail(11, 'nobody')).toEqual([...Array(10).fill(401), 429])
  })

  test('uses a sliding window that rejected attempts do not prolong', async () => {
    await serve()
    await fail(5)
    await passTime(10 * MINUTE)
    await fail(5)
    expect(await fail(20)).toEqual(Array(20).fill(429))
    await passTime(5 * MINUTE)
    expect(await fail(6)).toEqual([...Array(5).fill(401), 429])
    await passTime(15 * MINUTE)
    expect((await login('asha', PASSWORD)).statusCode).toBe(200)
  })

  test('clears the failures after a success', async () => {
    await serve()
    await fail(9)
    expect((await login('asha', PASSWORD)).statusCode).toBe(200)
    expect(await fail(11)).toEqual([...Array(10).fill(401), 429])
  })

  test('checks only ten of a hundred concurrent guesses', async () => {
    await serve()
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => login('asha', `guess${n}`)))
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(90)
  })

  test('limits one IP address to fifty failures across all names', async () => {
    await serve()
    for (let n = 0; n < 50; n += 1) expect((await login(`name${n}`, 'wrong')).statusCode).toBe(401)
    expect((await login('asha', PASSWORD)).statusCode).toBe(429)
    expect((await login('asha', PASSWORD, { ip: '192.0.2.2' })).statusCode).toBe(200)
  })

  describe('identifies a client by', () => {
    test('the address of the connection if no proxy is trusted', async () => {
      await serve({ LOGIN_ADDRESS_FAILURES: '3' })
      for (let n = 0; n < 3; n += 1) await login(`n${n}`, 'wrong', { 'x-forwarded-for': `203.0.113.${n}` })
      expect((await login('x', 'wrong', { 'x-forwarded-for': '203.0.113.99' })).statusCode).toBe(429)
    })

    test('the address from a trusted proxy, ignoring entries that the client added', async () => {
      await serve({ LOGIN_ADDRESS_FAILURES: '3', TRUSTED_PROXIES: '10.0.0.1' })
      const through = (chain: string) => ({ ip: '10.0.0.1', 'x-forwarded-for': chain })
      for (let n = 0; n < 3; n += 1) await login(`n${n}`, 'wrong', through(`198.51.100.${n}, 203.0.113.7`))
      expect((await login('x', 'wrong', through('198.51.100.99, 203.0.113.7'))).statusCode).toBe(429)
      expect((await login('x', 'wrong', through('203.0.113.8'))).statusCode).toBe(401)
    })

    test('the /64 network of an IPv6 address', async () => {
      await serve({ LOGIN_ADDRESS_FAILURES: '3' })
      for (let n = 1; n <= 3; n += 1) await login(`n${n}`, 'wrong', { ip: `2001:db8:1:2::${n}` })
      expect((await login('x', 'wrong', { ip: '2001:db8:1:2:ffff::1' })).statusCode).toBe(429)
      expect((await login('x', 'wrong', { ip: '2001:db8:1:3::1' })).statusCode).toBe(401)
    })
  })

  test('stores no submitted names, nor hashes without a key, and deletes expired failures', async () => {
    await serve()
    await fail(3, 'MyPassword#1')
    const stored = JSON.stringify(await rows()).toLowerCase()
    expect(stored).not.toContain('mypassword')
    for (const typed of ['MyPassword#1', 'mypassword#1'])
      expect(stored).not.toContain(createHash('sha256').update(typed).digest('hex'))
    await passTime(24 * 60 * MINUTE)
    await fail(1)
    expect(await countAttempts()).toBe(1)
  })

  test('does not count an attempt that ends in an error', async () => {
    await serve({ LOGIN_ACCOUNT_FAILURES: '1' })
    await server.db.updateTable('admins').set({ password_hash: 'damaged' }).execute()
    expect((await login('asha', PASSWORD)).statusCode).toBe(500)
    expect(await countAttempts()).toBe(0)
  })
})
