import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { historyOf } from '../../testing/history.ts'
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
const DAY_MS = 24 * 60 * 60_000

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
      const me = await call('GET', '/admin/me', undefined, { authorization: `Bearer ${token}` })
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
      await call('DELETE', '/admin/me/second-step', undefined, asha.bearer)
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
      (await call('GET', '/admin/sessions', undefined, bearer)).json().data as {
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
      ['its trust is ended', (bearer, id) => call('DELETE', `/admin/sessions/${id}/trust`, undefined, bearer)],
      ['its session is deleted', (_bearer, id) => call('DELETE', `/admin/sessions/${id}`, undefined, asha.bearer)],
      [
        'the second step is turned off and on',
        async (bearer) => {
          expect((await call('DELETE', '/admin/me/second-step', undefined, bearer)).statusCode).toBe(200)
          expect((await turnOn(call, bearer)).statusCode).toBe(200)
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
      expect((await call('DELETE', `/admin/sessions/${id}/trust`, undefined, other.bearer)).statusCode).toBe(404)
      expect((await login(mark)).statusCode).toBe(200)
    })
  })
})
