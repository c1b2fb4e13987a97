import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isPostgres } from '../../db/db.ts'
import { anyDatabase } from '../../testing/databases.ts'
import { historyOf } from '../../testing/history.ts'
import {
  addSecondStepUser,
  NOW,
  OTHER_PASSWORD,
  PASSWORD,
  type SecondStepUser,
  turnOn,
} from '../../testing/second-step.ts'
import { type CallHeaders, newServerEachTest } from '../../testing/test-app.ts'

const STEP_MS = 30_000
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

const markOf = (login: { json(): { device: string } }) => ({ 'device-mark': login.json().device })

anyDatabase((engine) => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
  afterEach(() => void vi.useRealTimers())
  const server = newServerEachTest({ engine, env: { LOGIN_ADDRESS_FAILURES: '1000' } })
  let asha: SecondStepUser
  beforeEach(async () => {
    asha = await addSecondStepUser(server, 'asha')
    // The next code.
    vi.setSystemTime(NOW + 2 * STEP_MS)
  })

  const login = (headers: CallHeaders = {}, password = PASSWORD) =>
    server.post('/admin/login', { username: asha.username, password }, { ip: '198.51.100.9', ...headers })
  const ticketOf = async (...args: Parameters<typeof login>): Promise<string> => (await login(...args)).json().ticket
  const give = (ticket: string, code: string, more: object = {}, headers: CallHeaders = {}) =>
    server.post('/admin/login/second-step', { ticket, code, ...more }, { ip: '198.51.100.9', ...headers })
  /** A code that is wrong now and in the next and previous step. */
  const wrong = () => {
    const codes = [-1, 0, 1].map(asha.code)
    return ['000000', '111111', '222222', '333333'].find((code) => !codes.includes(code)) ?? ''
  }
  const changePassword = (bearer: Record<string, string>) => {
    const change = { oldPassword: PASSWORD, newPassword: OTHER_PASSWORD, confirmPassword: OTHER_PASSWORD }
    return server.put('/admin/update-password', change, bearer)
  }
  const sessions = () => server.db.selectFrom('sessions').selectAll().where('admin_id', '=', asha.id).execute()
  const opened = async () => (await historyOf(server.db)).findLast(({ action }) => action === 'session.opened')

  describe('a sign-in with the right password', () => {
    test('gets a ticket in place of a session, and with a code the specified answer', async () => {
      const first = await login()
      expect(first.statusCode).toBe(401)
      expect(first.json()).toEqual({
        success: false,
        code: 'second_step',
        message: 'Enter the code from your authenticator app.',
        ticket: expect.stringMatching(/^[\w-]{43}$/),
      })
      expect(first.cookies).toEqual([])
      expect(await sessions()).toHaveLength(1)
      const second = await give(first.json().ticket, asha.code())
      expect(second.statusCode).toBe(200)
      const { token, device } = second.json()
      expect(second.json()).toEqual({ success: true, message: 'Logged in successfully', token, device })
      expect(second.cookies.map(({ name, value }) => [name, value])).toEqual([
        ['sevadesk_session', token],
        ['sevadesk_device', device],
      ])
      const me = await server.get('/admin/me', { authorization: `Bearer ${token}` })
      expect(me.json().username).toBe('asha')
    })

    test('accepts the codes of one step before and after, and no older one', async () => {
      const results: number[] = []
      for (const steps of [-2, -1, 0, 1, 2]) results.push((await give(await ticketOf(), asha.code(steps))).statusCode)
      expect(results).toEqual([401, 200, 200, 200, 401])
    })

    test('accepts a code in groups, and a recovery code in any case', async () => {
      const code = asha.code()
      expect((await give(await ticketOf(), `${code.slice(0, 3)} ${code.slice(3)}`)).statusCode).toBe(200)
      const [recovery = ''] = asha.recoveryCodes
      const answer = await give(await ticketOf(), recovery.toUpperCase())
      expect([answer.statusCode, answer.json().recoveryCodesLeft]).toEqual([200, 9])
      expect(await opened()).toMatchObject({
        actorId: asha.id,
        username: 'asha',
        details: { secondStep: 'recovery', isDeviceTrusted: false, recoveryCodesLeft: 9 },
      })
    })

    test('refuses a recovery code that was used', async () => {
      const [recovery = ''] = asha.recoveryCodes
      await give(await ticketOf(), recovery)
      expect((await give(await ticketOf(), recovery)).json().code).toBe('wrong_code')
    })

    test('refuses a code that was used, also at the same moment', async () => {
      const tickets = [await ticketOf(), await ticketOf(), await ticketOf()]
      const answers = await Promise.all(tickets.map((ticket) => give(ticket, asha.code())))
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401])
      expect((await give(await ticketOf(), asha.code())).json().code).toBe('wrong_code')
      expect(await sessions()).toHaveLength(2)
    })

    test('asks for no code while the second step is off', async () => {
      await server.delete('/admin/me/second-step', asha.bearer)
      expect((await login()).statusCode).toBe(200)
    })

    test('refuses the codes of a secret from another account, and accepts a recovery code', async () => {
      const meera = await addSecondStepUser(server, 'meera')
      const row = await server.db
        .selectFrom('second_steps')
        .select('secret')
        .where('admin_id', '=', meera.id)
        .executeTakeFirst()
      await server.db
        .updateTable('second_steps')
        .set({ secret: row?.secret ?? '' })
        .where('admin_id', '=', asha.id)
        .execute()
      vi.setSystemTime(NOW + 4 * STEP_MS)
      for (const code of [meera.code(), asha.code()]) {
        const answer = await give(await ticketOf(), code)
        expect([answer.statusCode, answer.json().code]).toEqual([403, 'second_step_unreadable'])
      }
      expect((await give(await ticketOf(), asha.recoveryCodes[0] ?? '')).statusCode).toBe(200)
    })
  })

  describe('a ticket', () => {
    test('opens one session', async () => {
      const ticket = await ticketOf()
      expect((await give(ticket, asha.code())).statusCode).toBe(200)
      expect((await give(ticket, asha.code(1))).json()).toMatchObject({
        code: 'ticket_ended',
        message: 'This sign-in has ended. Please enter your username and password again.',
      })
    })

    test('ends after five wrong codes', async () => {
      const ticket = await ticketOf()
      const codes: string[] = []
      for (let n = 0; n < 6; n += 1) codes.push((await give(ticket, wrong())).json().code)
      expect(codes).toEqual([...Array(4).fill('wrong_code'), 'ticket_ended', 'ticket_ended'])
      expect((await give(ticket, asha.code())).json().code).toBe('ticket_ended')
      expect((await give(await ticketOf(), asha.code())).statusCode).toBe(200)
    })

    test('checks no more than five codes sent at once', async () => {
      const ticket = await ticketOf()
      await Promise.all(Array.from({ length: 9 }, () => give(ticket, wrong())))
      const counted = await server.db
        .selectFrom('rate_limit_attempts')
        .select('key')
        .where('key', 'like', '%:hour')
        .execute()
      expect(counted).toHaveLength(5)
    })

    test('ends after five minutes, and lives no longer after a clock that was ahead', async () => {
      const [ticket, ahead] = [await ticketOf(), await ticketOf()]
      vi.setSystemTime(Date.now() + 10 * STEP_MS)
      expect((await give(ticket, asha.code())).json().code).toBe('ticket_ended')
      vi.setSystemTime(NOW - DAY_MS)
      expect((await give(ahead, asha.code())).json().code).toBe('ticket_ended')
    })

    test('ends with a change of the password', async () => {
      const ticket = await ticketOf()
      expect((await changePassword(asha.bearer)).statusCode).toBe(200)
      expect((await give(ticket, asha.code())).json().code).toBe('ticket_ended')
    })

    test.each(['x', 'A'.repeat(43)])('cannot be made up: %s', async (ticket) => {
      expect((await give(ticket, asha.code())).json().code).toBe('ticket_ended')
    })
  })

  describe('a trusted device', () => {
    const trust = async () => {
      const answer = await give(await ticketOf(), asha.code(), { trustDevice: true })
      return { mark: markOf(answer), bearer: { authorization: `Bearer ${answer.json().token}` } }
    }
    const listed = async (bearer: Record<string, string>) =>
      (await server.get('/admin/sessions', bearer)).json().data as {
        sessionId: string
        isCurrent: boolean
        trustedUntil?: string
      }[]

    test('needs no code for 30 days, and then one again', async () => {
      const { mark, bearer } = await trust()
      const [current, other] = await listed(bearer)
      expect(current).toMatchObject({ isCurrent: true, trustedUntil: new Date(Date.now() + 30 * DAY_MS).toISOString() })
      expect(other).not.toHaveProperty('trustedUntil')
      vi.setSystemTime(Date.now() + 30 * DAY_MS - 1)
      const again = await login(mark)
      expect(again.statusCode).toBe(200)
      vi.setSystemTime(Date.now() + 1)
      expect((await login(markOf(again))).json().code).toBe('second_step')
    })

    test('does not make other devices trusted', async () => {
      await trust()
      expect((await login()).json().code).toBe('second_step')
      const known = markOf(await give(await ticketOf(), asha.code(1)))
      expect((await login(known)).json().code).toBe('second_step')
    })

    test('is not trusted longer after a clock that was ahead', async () => {
      const { mark } = await trust()
      vi.setSystemTime(NOW - DAY_MS)
      expect((await login(mark)).json().code).toBe('second_step')
    })

    const ENDINGS: [string, (bearer: Record<string, string>, sessionId: string) => Promise<unknown>][] = [
      ['its trust is ended', (bearer, id) => server.delete(`/admin/sessions/${id}/trust`, bearer)],
      ['its session is deleted', (_bearer, id) => server.delete(`/admin/sessions/${id}`, asha.bearer)],
      [
        'the second step is turned off and on',
        async (bearer) => {
          expect((await server.delete('/admin/me/second-step', bearer)).statusCode).toBe(200)
          expect((await turnOn(server, bearer)).confirmed.statusCode).toBe(200)
        },
      ],
    ]
    test.each(ENDINGS)('needs a code once %s', async (_what, end) => {
      const { mark, bearer } = await trust()
      await end(bearer, (await listed(bearer))[0]?.sessionId ?? '')
      expect((await login(mark)).json().code).toBe('second_step')
    })

    test('needs a code after a change of the password', async () => {
      const { mark, bearer } = await trust()
      await changePassword(bearer)
      const answer = await login(mark, OTHER_PASSWORD)
      expect(answer.json().code).toBe('second_step')
    })

    test('cannot be ended by another account', async () => {
      const { mark, bearer } = await trust()
      const id = (await listed(bearer))[0]?.sessionId
      const other = await server.signIn('superadmin')
      expect((await server.delete(`/admin/sessions/${id}/trust`, other.bearer)).statusCode).toBe(404)
      expect((await login(mark)).statusCode).toBe(200)
    })
  })

  describe('wrong codes', () => {
    /** Gives wrong codes with new tickets until they are refused with 429. */
    async function guess(headersOf: (n: number) => CallHeaders): Promise<number> {
      for (let n = 0; n < 50; n += 1) {
        const { statusCode } = await give(await ticketOf(), wrong(), {}, headersOf(n))
        if (statusCode === 429) return n
      }
      return 50
    }
    /** PostgreSQL has a clock of its own, so its attempts are moved back. */
    async function pass(ms: number): Promise<void> {
      vi.setSystemTime(Date.now() + ms)
      if (!isPostgres(server.db)) return
      const attempts = await server.db.selectFrom('rate_limit_attempts').selectAll().execute()
      for (const { attempt_id, key, expires_at } of attempts) {
        const moved = { expires_at: new Date(Date.parse(expires_at) - ms).toISOString() }
        const rows = server.db.updateTable('rate_limit_attempts').set(moved)
        await rows.where('attempt_id', '=', attempt_id).where('key', '=', key).execute()
      }
    }
    const anywhere = (n: number) => ({ ip: `203.0.${n}.1` })

    test('are limited to ten an hour and twenty a day, from all addresses', async () => {
      expect(await guess(anywhere)).toBe(10)
      const refused = await give(await ticketOf(), asha.code())
      expect(refused.statusCode).toBe(429)
      expect(refused.json().message).toContain('There were too many wrong codes. Please try again in 60 minutes.')
      await pass(HOUR_MS)
      expect(await guess(anywhere)).toBe(10)
      await pass(HOUR_MS)
      expect(await guess(anywhere)).toBe(0)
      await pass(DAY_MS)
      expect((await give(await ticketOf(), asha.code())).statusCode).toBe(200)
    })

    test('of others do not keep the user out on a known device', async () => {
      const mark = markOf(await give(await ticketOf(), asha.code()))
      expect(await guess(anywhere)).toBe(10)
      vi.setSystemTime(Date.now() + 2 * STEP_MS)
      expect((await give(await ticketOf(mark), asha.code(), {}, mark)).statusCode).toBe(200)
    })

    test('have one limit over devices that the password alone made known', async () => {
      await server.delete('/admin/me/second-step', asha.bearer)
      const marks = [markOf(await login()), markOf(await login())]
      await turnOn(server, asha.bearer)
      expect(await guess((n) => marks[n % 2] ?? {})).toBe(10)
    })

    test('on a known device have a limit of their own', async () => {
      const mark = markOf(await give(await ticketOf(), asha.code()))
      expect(await guess(() => mark)).toBe(10)
    })

    test('are forgotten with a new password, on new and known devices and where signed in', async () => {
      const mark = markOf(await give(await ticketOf(), asha.code()))
      vi.setSystemTime(Date.now() + 2 * STEP_MS)
      const giveSignedIn = (code: string) => server.post('/admin/me/second-step/code', { code }, asha.bearer)
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
})
