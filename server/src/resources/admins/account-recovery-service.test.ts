import { afterEach, beforeEach, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { createSuperadmin, resetPassword } from './account-recovery-service.ts'

anyDatabase((engine) => {
  let server: TestApp
  beforeEach(async () => {
    server = await testApp({ engine })
  })
  afterEach(() => server.close())

  const login = (username: string, password: string) =>
    server.app.inject({ method: 'POST', url: '/api/admin/login', payload: { username, password } })

  test('createSuperadmin requires a password change; resetPassword ends sessions', async () => {
    const { username, password } = await createSuperadmin(server.db, server.config, {
      username: 'chief',
      email: 'chief@example.org',
    })
    const headers = { authorization: `Bearer ${(await login(username, password)).json().token}` }
    const me = () => server.app.inject({ url: '/api/admin/me', headers })
    expect((await me()).json()).toMatchObject({ role: 'superadmin', mustChangePassword: true })

    const reset = await resetPassword(server.db, server.config, ' CHIEF ')
    expect((await me()).statusCode).toBe(401)
    expect((await login('chief', password)).statusCode).toBe(401)
    expect((await login('chief', reset.password)).statusCode).toBe(200)
    const audit = await server.db.selectFrom('audit').select(['action', 'admin_id']).orderBy('action').execute()
    expect(audit).toMatchObject([
      { action: 'admin.added', admin_id: null },
      { action: 'admin.changed', admin_id: null },
    ])
  })

  test('the error for an unknown name lists the superadmins', async () => {
    await createSuperadmin(server.db, server.config, { username: 'chief', email: 'chief@example.org' })
    await expect(resetPassword(server.db, server.config, 'nobody')).rejects.toThrow('The superadmins are: "chief".')
  })
})
