import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anyDatabase } from '../../../testing/databases.ts'
import { historyOf } from '../../../testing/history.ts'
import { addSecondStepUser, addUser, PASSWORD } from '../../../testing/second-step.ts'
import { newServerEachTest } from '../../../testing/test-app.ts'
import { checkHistory } from '../../history/history-check-service.ts'
import { hashPassword } from '../passwords/password-hash-service.ts'
import { recordRefusals } from './login-attempt-service.ts'

const MINUTE_MS = 60_000

anyDatabase((engine) => {
  // All attempts of a test are within a minute.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())
  const server = newServerEachTest({ engine })

  const login = (username: string, ip: string) => server.post('/admin/login', { username, password: 'wrong' }, { ip })
  const nextMinute = () => new Date(Date.now() + MINUTE_MS)

  test('records one row per account, address and minute, and never a name that is no account', async () => {
    const { id } = await addUser(server, { username: 'asha' })
    for (let count = 0; count < 12; count += 1) await login('Asha', '192.0.2.1')
    await login('asha', '192.0.2.2')
    for (const typed of ['TypedPassw0rd!', 'nobody']) await login(typed, '192.0.2.1')
    await recordRefusals(server, new Date())
    expect(await historyOf(server.db)).toEqual([])
    await recordRefusals(server, nextMinute())
    await recordRefusals(server, nextMinute())

    const rows = await historyOf(server.db)
    const told = rows.map(({ action, actorId, username, ip, details }) => ({
      ...{ action, actorId, username, ip, of: details?.of },
      count: details?.count,
    }))
    const refused = { action: 'session.refused', actorId: null, username: undefined }
    expect(told).toHaveLength(3)
    // Ten wrong passwords, and two that the limit refused.
    expect(told).toContainEqual({ ...refused, ip: '192.0.2.1', of: 'asha', count: 12 })
    expect(told).toContainEqual({ ...refused, ip: '192.0.2.2', of: 'asha', count: 1 })
    expect(told).toContainEqual({ ...refused, ip: '192.0.2.1', of: undefined, count: 2 })
    expect(await historyOf(server.db, id)).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain('TypedPassw0rd')
    expect(await server.db.selectFrom('refused_sign_ins').selectAll().execute()).toEqual([])
  })

  test('records the whole address of an IPv6 network, and what a clock that was ahead counted', async () => {
    for (const host of ['1', '2']) await login('nobody', `2001:db8:1:2::${host}`)
    vi.setSystemTime(Date.now() - 24 * 60 * MINUTE_MS)
    await recordRefusals(server, new Date())
    expect(await historyOf(server.db)).toMatchObject([{ ip: '2001:db8:1:2::1', details: { count: 2 } }])
  })

  test('moves the counts of many addresses in transactions of 100 rows', async () => {
    const row = {
      minute: '2026-11-23T06:01',
      action: 'session.refused',
      admin_id: '',
      ip: '',
      user_agent: '',
      count: 1,
    } as const
    const rows = Array.from({ length: 250 }, (_, n) => ({ ...row, network: String(n) }))
    await server.db.insertInto('refused_sign_ins').values(rows).execute()
    const stop = new AbortController()
    server.history.onRecord(() => stop.abort())
    await recordRefusals(server, new Date(), stop.signal)
    expect(await historyOf(server.db)).toHaveLength(100)
    await recordRefusals(server, new Date())
    const { firstBreak } = await checkHistory(server.db, { key: server.history.key, head: null })
    expect([(await historyOf(server.db)).length, firstBreak]).toEqual([250, null])
  })

  test('records wrong codes of the second step', async () => {
    const { username, id, code } = await addSecondStepUser(server, 'asha')
    const { ticket } = (await server.post('/admin/login', { username, password: PASSWORD })).json()
    const wrong = code(1) === '000000' ? '111111' : '000000'
    const answer = await server.post('/admin/login/second-step', { ticket, code: wrong })
    expect(answer.json().code).toBe('wrong_code')
    await recordRefusals(server, nextMinute())
    const refused = (await historyOf(server.db, id)).filter(({ action }) => action === 'session.refused')
    expect(refused).toMatchObject([{ details: { of: 'asha', count: 1 } }])
  })

  test('records a right password whose code was not given, once per minute, when its ticket has ended', async () => {
    const { username, id, code } = await addSecondStepUser(server, 'asha')
    const signIn = (ip: string) => server.post('/admin/login', { username, password: PASSWORD }, { ip })
    for (let count = 0; count < 2; count += 1) await signIn('192.0.2.9')
    const { ticket } = (await signIn('192.0.2.1')).json()
    await recordRefusals(server, nextMinute())
    const missing = async () =>
      (await historyOf(server.db, id)).filter(({ action }) => action === 'session.code-missing')
    expect(await missing()).toEqual([])
    const given = await server.post('/admin/login/second-step', { ticket, code: code(1) }, { ip: '192.0.2.1' })
    expect(given.statusCode).toBe(200)
    await recordRefusals(server, new Date(Date.now() + 6 * MINUTE_MS))
    expect(await missing()).toMatchObject([{ actorId: null, ip: '192.0.2.9', details: { of: 'asha', count: 2 } }])
    expect(await server.db.selectFrom('refused_sign_ins').selectAll().execute()).toEqual([])
  })

  test('records guesses of a signed-in user', async () => {
    const { admin, bearer } = await server.signIn([])
    const password_hash = await hashPassword('Correct-1!', server.config.argon2)
    await server.db.updateTable('admins').set({ password_hash }).where('id', '=', admin.id).execute()
    const payload = { oldPassword: 'guess', newPassword: 'Correct-1!x', confirmPassword: 'Correct-1!x' }
    await server.put('/admin/update-password', payload, bearer)
    await recordRefusals(server, nextMinute())
    const details = { of: admin.username, count: 1, minute: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/) }
    expect(await historyOf(server.db, admin.id)).toMatchObject([{ action: 'admin.password-refused', details }])
  })
})
