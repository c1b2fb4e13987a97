import { describe, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { historyOf } from '../../testing/history.ts'
import { suiteServer, type TestSession, testApp } from '../../testing/test-app.ts'
import { hashPassword } from './passwords/password-hash-service.ts'

const OLD = 'Right#1234'
const NEW = 'Other#5678'
const FILLED = { oldPassword: OLD, newPassword: NEW, confirmPassword: NEW }

anyDatabase((engine) => {
  const server = suiteServer({ engine, env: { LOGIN_ADDRESS_FAILURES: '1000' } })

  async function signIn(sections: readonly string[] = []): Promise<TestSession> {
    const session = await server.signIn(sections)
    const password_hash = await hashPassword(OLD, server.config.argon2)
    await server.db.updateTable('admins').set({ password_hash }).where('id', '=', session.admin.id).execute()
    return session
  }
  const change = (session: TestSession, payload: object = FILLED, headers = {}) =>
    session.put('/admin/update-password', payload, headers)
  const login = (username: string, password: string) => server.post('/admin/login', { username, password })
  const me = ({ bearer }: Pick<TestSession, 'bearer'>) => server.get('/admin/me', bearer)
  const another = async (username: string, password = OLD) => {
    const { token } = (await login(username, password)).json()
    return { bearer: { authorization: `Bearer ${token}` } }
  }

  test('changes the password and ends all other sessions of the account', async () => {
    const here = await signIn()
    const { id, username } = here.admin
    const [elsewhere, stranger] = [await another(username), await signIn()]
    const answer = await change(here)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { success: true, message: 'Password updated successfully' },
    ])
    expect((await me(here)).statusCode).toBe(200)
    expect((await me(elsewhere)).statusCode).toBe(401)
    expect((await me(stranger)).statusCode).toBe(200)
    expect((await login(username, OLD)).statusCode).toBe(401)
    expect((await login(username, NEW)).statusCode).toBe(200)
    const recorded = { action: 'admin.password-changed', actorId: id, details: { sessionsEnded: 1 } }
    expect(await historyOf(server.db, id)).toMatchObject([recorded])
  })

  test('returns the success message in the requested language', async () => {
    const answer = await change(await signIn(), FILLED, { 'accept-language': 'hi' })
    expect(answer.json()).toEqual({ success: true, message: 'पासवर्ड बदल गया' })
  })

  describe("returns the specification's message for the invalid field", () => {
    test.each([
      [{ oldPassword: '', newPassword: '' }, 'oldPassword', 'Current password is required'],
      [{ newPassword: '' }, 'newPassword', 'New password is required'],
      [{ newPassword: 'Other_5678' }, 'newPassword', 'Password does not meet requirements'],
      [{ confirmPassword: '' }, 'confirmPassword', 'Please confirm your new password'],
      [{ confirmPassword: `${NEW} ` }, 'confirmPassword', 'Passwords do not match'],
      [{ newPassword: OLD, confirmPassword: OLD }, 'newPassword', 'New password must be different from old password'],
      [{ oldPassword: OLD.toLowerCase() }, 'oldPassword', 'The current password is not correct.'],
      [{ oldPassword: undefined }, 'oldPassword', 'Current password is required'],
    ])('%j', async (fault, field, sentence) => {
      const here = await signIn()
      const elsewhere = await another(here.admin.username)
      const answer = await change(here, { ...FILLED, ...fault })
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { success: false, code: 'bad_request', message: sentence, fields: { [field]: sentence } },
      ])
      expect((await me(elsewhere)).statusCode).toBe(200)
      expect((await login(here.admin.username, OLD)).statusCode).toBe(200)
    })
  })

  test('limits password guesses in a session even if the username changes', async () => {
    const thief = await signIn()
    for (let n = 0; n < 10; n += 1) {
      const username = `Called ${thief.admin.id} ${n}`
      await thief.put(`/admin/${thief.admin.id}`, { username })
      expect((await change(thief, { ...FILLED, oldPassword: `guess ${n}` })).statusCode).toBe(400)
    }
    const answer = await change(thief)
    expect(answer.statusCode).toBe(429)
    expect(answer.json().message).toBe('The current password was wrong too many times. Please try again in 15 minutes.')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(14 * 60)
    // The limit of the stolen session does not affect signing in.
    expect((await login(`Called ${thief.admin.id} 9`, OLD)).statusCode).toBe(200)
  })

  test('mentions the internet connection when the limit of its address is reached', async () => {
    const strict = await testApp({ engine, env: { LOGIN_ADDRESS_FAILURES: '3' } })
    try {
      for (let n = 0; n < 3; n += 1) await strict.post('/admin/login', { username: `nobody ${n}`, password: 'x' })
      const answer = await change(await strict.signIn([]))
      expect(answer.statusCode).toBe(429)
      expect(answer.json().message).toMatch(/^Too many wrong passwords came from your internet connection\./)
    } finally {
      await strict.close()
    }
  })

  test('checks only ten of forty concurrent guesses', async () => {
    const thief = await signIn()
    const guesses = Array.from({ length: 40 }, (_, n) => change(thief, { ...FILLED, oldPassword: `guess ${n}` }))
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 400)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })

  test('does not count requests that fail before the password check', async () => {
    const here = await signIn()
    for (let n = 0; n < 12; n += 1) await change(here, { ...FILLED, confirmPassword: '' })
    expect((await change(here)).statusCode).toBe(200)
  })

  test('accepts only one of two concurrent password changes', async () => {
    const here = await signIn()
    const answers = await Promise.all(
      [NEW, 'Third#9012'].map((password) =>
        change(here, { oldPassword: OLD, newPassword: password, confirmPassword: password }),
      ),
    )
    const made = answers.filter(({ statusCode }) => statusCode === 200)
    expect(made).toHaveLength(1)
    expect((await login(here.admin.username, OLD)).statusCode).toBe(401)
  })

  test('refuses other calls until a required password change is made', async () => {
    const here = await signIn(['All'])
    await server.db.updateTable('admins').set({ must_change_password: 1 }).where('id', '=', here.admin.id).execute()
    const read = () => here.get('/message/getMessage')
    const own = await here.get('/admin/sessions')
    expect([own.statusCode, own.json().code]).toEqual([403, 'must_change_password'])
    expect((await read()).json()).toMatchObject({ code: 'must_change_password' })
    expect((await me(here)).json()).toMatchObject({ mustChangePassword: true })
    expect((await change(here, { ...FILLED, newPassword: OLD, confirmPassword: OLD })).statusCode).toBe(400)
    expect((await read()).statusCode).toBe(403)
    expect((await change(here)).statusCode).toBe(200)
    expect((await read()).statusCode).toBe(200)
    expect((await me(here)).json()).not.toHaveProperty('mustChangePassword')
  })
})
