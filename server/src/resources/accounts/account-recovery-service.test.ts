import { expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { historyOf } from '../../testing/history.ts'
import { addSecondStepUser, PASSWORD } from '../../testing/second-step.ts'
import { newServerEachTest } from '../../testing/test-app.ts'
import { createSuperadmin, resetPassword, resetSecondStep } from './account-recovery-service.ts'
import { trustDevice } from './sign-in/trusted-device-store.ts'

anyDatabase((engine) => {
  const server = newServerEachTest({ engine })

  const dependencies = () => ({ ...server, recorder: server.history.server })
  const login = (username: string, password: string) => server.post('/admin/login', { username, password })

  test('createSuperadmin requires a password change; resetPassword ends sessions', async () => {
    const { username, password } = await createSuperadmin(dependencies(), {
      username: 'chief',
      email: 'chief@example.org',
    })
    const headers = { authorization: `Bearer ${(await login(username, password)).json().token}` }
    const me = () => server.get('/admin/me', headers)
    expect((await me()).json()).toMatchObject({ role: 'superadmin', mustChangePassword: true })

    const reset = await resetPassword(dependencies(), ' CHIEF ')
    expect((await me()).statusCode).toBe(401)
    expect((await login('chief', password)).statusCode).toBe(401)
    expect((await login('chief', reset.password)).statusCode).toBe(200)
    const entries = (await historyOf(server.db)).filter(({ action }) => action.startsWith('admin.'))
    expect(entries).toMatchObject([
      { action: 'admin.added', actorId: null },
      { action: 'admin.changed', actorId: null, details: { sessionsEnded: 1 } },
    ])
  })

  test('resetSecondStep turns the second step off, ends trust and sessions, and keeps the password', async () => {
    const { id, bearer } = await addSecondStepUser(server, 'asha')
    await trustDevice(server.db, { adminId: id, deviceId: 'phone' }, new Date())
    expect((await login('asha', PASSWORD)).json().code).toBe('second_step')
    expect(await resetSecondStep(dependencies(), ' ASHA ')).toBe('asha')
    expect((await server.get('/admin/me', bearer)).statusCode).toBe(401)
    expect((await login('asha', PASSWORD)).statusCode).toBe(200)
    for (const table of ['second_steps', 'recovery_codes', 'trusted_devices', 'login_tickets'] as const)
      expect(await server.db.selectFrom(table).selectAll().execute()).toEqual([])
    const entry = (await historyOf(server.db, id)).find(({ action }) => action === 'admin.second-step-off')
    expect(entry).toMatchObject({ actorId: null, details: { username: 'asha', sessionsEnded: 1 } })
    await expect(resetSecondStep(dependencies(), 'asha')).rejects.toThrow('Two-step sign-in is already off for asha.')
  })
})
