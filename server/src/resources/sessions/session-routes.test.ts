import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildAdmin } from '../../testing/factories.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { hashPassword } from '../admins/password-hash.ts'

eachDatabase((engine) => {
  let server: TestApp
  const login = (payload: object, headers = {}) =>
    server.app.inject({ method: 'POST', url: '/api/admin/login', payload, headers })

  beforeAll(async () => {
    server = await testApp({ engine })
    const passwordHash = await hashPassword('Right#1234', server.config.argon2)
    await buildAdmin(server.db, { username: 'Asha Rao', password_hash: passwordHash, sections: ['Dashboard'] })
  })
  afterAll(() => server.close())

  test('a right password gives a token and a cookie for one session', async () => {
    const answer = await login({ username: 'asha  rao', password: 'Right#1234' })
    expect(answer.statusCode).toBe(200)
    const { token } = answer.json()
    const [cookie] = answer.cookies
    expect(cookie).toMatchObject({ name: 'sevadesk_session', value: token, httpOnly: true, sameSite: 'Lax', path: '/' })
    const me = await server.app.inject({ url: '/api/admin/me', headers: { authorization: `Bearer ${token}` } })
    expect(me.json()).toMatchObject({ username: 'Asha Rao', role: 'admin', sections: ['Dashboard'], capabilities: [] })
  })
})
