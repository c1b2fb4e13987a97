import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { historyOf } from '../../testing/history.ts'
import {
  addSecondStepUser,
  addUser,
  codeOf as codeOfApp,
  NOW,
  PASSWORD,
  type SecondStepUser,
  turnOn,
} from '../../testing/second-step.ts'
import { newServerEachTest, type TestApp } from '../../testing/test-app.ts'

const MINUTE_MS = 60_000
const LATER = NOW + 11 * MINUTE_MS
const STEP = '/admin/me/second-step'

anyDatabase((engine) => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
  afterEach(() => void vi.useRealTimers())
  const env = { LOGIN_ADDRESS_FAILURES: '1000' }
  const changesOf = async ({ db }: TestApp) =>
    (await historyOf(db)).filter(({ action }) => /second-step|recovery/.test(action)).map(({ action }) => action)
  const codeOf = (answer: { json(): { code?: string } }) => answer.json().code

  describe('an account with the second step on', () => {
    const server = newServerEachTest({ engine, env })
    let asha: SecondStepUser
    beforeEach(async () => {
      asha = await addSecondStepUser(server, 'asha')
    })

    test('has ten recovery codes, and no secret in the database or the log of changes', async () => {
      const { data } = (await server.get(STEP, asha.bearer)).json()
      expect(data).toEqual({
        isOn: true,
        turnedOnAt: new Date(NOW).toISOString(),
        recoveryCodesLeft: 10,
        isRequired: false,
      })
      expect(await changesOf(server)).toEqual(['admin.second-step-on'])
      const stored = JSON.stringify(await server.db.selectFrom('recovery_codes').selectAll().execute())
      for (const code of asha.recoveryCodes) expect(stored).not.toContain(code.slice(0, 5))
    })

    /** Lets the sessions be of a sign-in just now, whose code stays as old as it is. */
    const openNow = () => server.db.updateTable('sessions').set({ created_at: new Date().toISOString() }).execute()

    const CHANGES = [
      ['PUT', 'its e-mail', (id: string) => `/admin/${id}`, { email: 'new@example.org' }],
      ['POST', 'its secret', () => `${STEP}/set-up`, undefined],
      ['POST', 'its secret by a code', () => `${STEP}/confirm`, { code: '123456' }],
      ['POST', 'its recovery codes', () => `${STEP}/recovery-codes`, undefined],
      ['DELETE', 'the second step', () => STEP, undefined],
    ] as const
    test.each(CHANGES)('needs a code of the last ten minutes to change (%s) %s', async (method, _what, path, body) => {
      const change = () => server.call(method, path(asha.id), body, asha.bearer)
      vi.setSystemTime(LATER)
      await openNow()
      const refused = await change()
      expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'code_required'])
      expect((await server.post(`${STEP}/code`, { code: asha.code() }, asha.bearer)).statusCode).toBe(200)
      expect(codeOf(await change())).not.toBe('code_required')
    })

    async function signInAgain() {
      const { ticket } = (await server.post('/admin/login', { username: 'asha', password: PASSWORD })).json()
      const { token } = (await server.post('/admin/login/second-step', { ticket, code: asha.code(1) })).json()
      return { authorization: `Bearer ${token}` }
    }

    const PASSWORD_CHANGES = CHANGES.filter(([, what]) => !/e-mail|by a code/.test(what))
    test.each(PASSWORD_CHANGES)(
      'needs a sign-in of the last five minutes to change (%s) %s, and ends other sessions',
      async (method, _what, path) => {
        const change = (bearer: Record<string, string>) => server.call(method, path(asha.id), undefined, bearer)
        vi.setSystemTime(NOW + 6 * MINUTE_MS)
        const refused = await change(asha.bearer)
        expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'password_required'])
        const bearer = await signInAgain()
        const { data } = (await change(bearer)).json()
        if (data?.key) await server.post(`${STEP}/confirm`, { code: codeOfApp(data.key) }, bearer)
        const statuses = [bearer, asha.bearer].map(async (each) => (await server.get('/admin/me', each)).statusCode)
        expect(await Promise.all(statuses)).toEqual([200, 401])
        expect((await historyOf(server.db)).at(-1)?.details).toEqual({ sessionsEnded: 1 })
      },
    )

    test('needs no code to change its username, or to save an unchanged e-mail', async () => {
      vi.setSystemTime(LATER)
      const me = (await server.get('/admin/me', asha.bearer)).json()
      const change = { username: 'asha.rao', email: me.email }
      expect((await server.put(`/admin/${asha.id}`, change, asha.bearer)).statusCode).toBe(200)
    })

    test('needs a code again after a clock that was ahead', async () => {
      vi.setSystemTime(NOW - 60 * MINUTE_MS)
      await openNow()
      expect(codeOf(await server.delete(STEP, asha.bearer))).toBe('code_required')
    })

    test('counts a sign-in and a code of a clock that was ahead as old, also once it has caught up', async () => {
      vi.setSystemTime(NOW - 60 * MINUTE_MS)
      expect((await server.get('/admin/me', asha.bearer)).statusCode).toBe(200)
      for (const time of [NOW - 60 * MINUTE_MS, NOW + MINUTE_MS]) {
        vi.setSystemTime(time)
        expect(codeOf(await server.delete(STEP, asha.bearer))).toBe('password_required')
      }
      await openNow()
      expect(codeOf(await server.delete(STEP, asha.bearer))).toBe('code_required')
    })

    test('a code of one session does not count in another', async () => {
      const other = asha.bearer
      vi.setSystemTime(LATER)
      const { ticket } = (await server.post('/admin/login', { username: 'asha', password: PASSWORD })).json()
      const login = await server.post('/admin/login/second-step', { ticket, code: asha.code() })
      await openNow()
      expect(codeOf(await server.delete(STEP, other))).toBe('code_required')
      const bearer = { authorization: `Bearer ${login.json().token}` }
      expect((await server.delete(STEP, bearer)).statusCode).toBe(200)
    })

    test('refuses a wrong or used code, ten times an hour, without limiting sign-ins', async () => {
      const give = (code: string) => server.post(`${STEP}/code`, { code }, asha.bearer)
      expect((await give(asha.code())).json().fields.code).toContain('was used already')
      const statuses: number[] = []
      for (let n = 0; n < 10; n += 1) statuses.push((await give('000000')).statusCode)
      expect(statuses).toEqual([...Array(9).fill(400), 429])
      vi.setSystemTime(LATER)
      const { ticket } = (await server.post('/admin/login', { username: 'asha', password: PASSWORD })).json()
      expect((await server.post('/admin/login/second-step', { ticket, code: asha.code() })).statusCode).toBe(200)
    })

    test('gets new recovery codes, and the old ones end', async () => {
      const renewed = (await server.post(`${STEP}/recovery-codes`, undefined, asha.bearer)).json().data.recoveryCodes
      expect(renewed).toHaveLength(10)
      vi.setSystemTime(LATER)
      const statuses: number[] = []
      for (const code of [asha.recoveryCodes[0], renewed[0]])
        statuses.push((await server.post(`${STEP}/code`, { code }, asha.bearer)).statusCode)
      expect(statuses).toEqual([400, 200])
      expect((await server.get(STEP, asha.bearer)).json().data.recoveryCodesLeft).toBe(9)
    })

    test('keeps the old app until the new one is confirmed', async () => {
      await server.post(`${STEP}/set-up`, undefined, asha.bearer)
      vi.setSystemTime(LATER)
      expect((await server.post(`${STEP}/code`, { code: asha.code() }, asha.bearer)).statusCode).toBe(200)
    })

    test('is as before once it is off', async () => {
      expect((await server.delete(STEP, asha.bearer)).statusCode).toBe(200)
      vi.setSystemTime(LATER)
      const change = { email: 'new@example.org' }
      expect((await server.put(`/admin/${asha.id}`, change, asha.bearer)).statusCode).toBe(200)
      expect((await server.get(STEP, asha.bearer)).json().data).toEqual({
        isOn: false,
        recoveryCodesLeft: 0,
        isRequired: false,
      })
      await openNow()
      expect(codeOf(await server.post(`${STEP}/recovery-codes`, undefined, asha.bearer))).toBe('second_step_off')
      expect(await changesOf(server)).toEqual(['admin.second-step-on', 'admin.second-step-off'])
    })
  })

  describe('setting up', () => {
    const server = newServerEachTest({ engine, env })

    test('turns nothing on before the right code, nor without a set-up', async () => {
      const { bearer } = await server.signIn([])
      const confirm = (code: string) => server.post(`${STEP}/confirm`, { code }, bearer)
      expect([(await confirm('123456')).statusCode]).toEqual([409])
      const { key, address } = (await server.post(`${STEP}/set-up`, undefined, bearer)).json().data
      expect(address).toContain(`secret=${key}`)
      const refused = await confirm('000000')
      expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['code']])
      expect((await server.get(STEP, bearer)).json().data.isOn).toBe(false)
    })

    test.each([
      ['a new secret', 29, true, 200],
      ['no secret after 30 minutes', 31, true, 409],
      ['no secret without a time', 1, false, 409],
    ])('confirms %s', async (_which, minutes, hasTime, status) => {
      const { bearer } = await server.signIn([])
      const { key } = (await server.post(`${STEP}/set-up`, undefined, bearer)).json().data
      if (!hasTime) await server.db.updateTable('second_steps').set({ pending_at: null }).execute()
      vi.setSystemTime(NOW + minutes * MINUTE_MS)
      expect((await server.post(`${STEP}/confirm`, { code: codeOfApp(key) }, bearer)).statusCode).toBe(status)
    })
  })

  describe.each([
    ['superadmin', { admin: false, superadmin: true }],
    ['everyone', { admin: true, superadmin: true }],
  ] as const)('with TWO_STEP=%s', (setting, required) => {
    const server = newServerEachTest({ engine, env: { ...env, TWO_STEP: setting } })

    test.each(['admin', 'superadmin'] as const)('a new sign-in as %s first sets it up if it must', async (role) => {
      await addUser(server, { username: 'asha', role })
      const { token } = (await server.post('/admin/login', { username: 'asha', password: PASSWORD })).json()
      const bearer = { authorization: `Bearer ${token}` }
      const profile = () => server.get('/admin/sessions', bearer)
      const me = async () => (await server.get('/admin/me', bearer)).json().mustSetUpSecondStep
      expect([await me(), (await profile()).statusCode]).toEqual(required[role] ? [true, 403] : [undefined, 200])
      const change = await server.put('/admin/update-password', {}, bearer)
      const language = await server.put('/admin/me/language', { language: 'hi' }, bearer)
      expect([change.statusCode, language.statusCode]).toEqual([400, 200])
      expect((await turnOn(server, bearer)).confirmed.statusCode).toBe(200)
      expect([await me(), (await profile()).statusCode]).toEqual([undefined, 200])
      const off = await server.delete(STEP, bearer)
      expect(off.statusCode).toBe(required[role] ? 403 : 200)
    })
  })
})
