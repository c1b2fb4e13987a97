import { beforeEach, expect, test } from 'vitest'
import { StartError } from '../../errors.ts'
import { anyDatabase } from '../../testing/databases.ts'
import { buildAdmin } from '../../testing/factories.ts'
import { addUser, PASSWORD } from '../../testing/second-step.ts'
import { newServerEachTest, type TestSession } from '../../testing/test-app.ts'
import { createFirstAdmin, createSuperadmin } from './account-recovery-service.ts'

const GOOD = 'Fine#2026'
const EDGE = 'A username must start and end with a letter or a digit.'
const MIXED = 'Please use the letters of one script only, such as only English or only Hindi.'
const LOOKS_TAKEN = 'This username looks the same as another one. Please choose another.'

anyDatabase((engine) => {
  const server = newServerEachTest({ engine })
  let chief: TestSession
  beforeEach(async () => {
    chief = await server.signIn('superadmin')
  })

  const add = (username: string, language = 'en') =>
    chief.post('/admin/addadmin', { username, email: 'a@example.org', password: GOOD }, { 'accept-language': language })
  const put = (id: string, payload: object) => chief.put(`/admin/${id}`, payload)

  test('are refused with a reason at the field, in both languages', async () => {
    await buildAdmin(server.db, { username: 'modern' })
    for (const [username, status, message] of [
      ['asha.', 400, EDGE],
      ['аsha', 400, MIXED],
      ['modem', 409, LOOKS_TAKEN],
    ] as const) {
      const answer = await add(username)
      expect(answer.statusCode).toBe(status)
      expect(answer.json()).toMatchObject({ success: false, message, fields: { username: message } })
      expect((await add(username, 'hi')).json().fields.username).toMatch(/^[\p{scx=Devanagari} ,।]+$/u)
    }
    expect((await add('आशा राव')).statusCode).toBe(200)
  })

  test('are refused for another account and for the own profile', async () => {
    await buildAdmin(server.db, { username: 'modern' })
    const { id } = await buildAdmin(server.db, { username: 'asha' })
    for (const account of [id, chief.admin.id]) {
      expect((await put(account, { username: '_asha_' })).json().fields).toEqual({ username: EDGE })
      expect((await put(account, { username: 'modem' })).json().fields).toEqual({ username: LOOKS_TAKEN })
    }
    expect((await put(id, { username: 'Asha' })).statusCode).toBe(200)
  })

  test('stay usable where they exist, and may be changed to better ones', async () => {
    for (const username of ['.old.', 'аsha', 'modern', 'modem']) {
      const { id } = await addUser(server, { username })
      const payload = { username, email: 'new@example.org', sections: ['Events'] }
      expect((await put(id, payload)).json().data).toMatchObject(payload)
      expect((await server.post('/admin/login', { username, password: PASSWORD })).statusCode).toBe(200)
      if (username === '.old.') expect((await put(id, { username: 'old' })).json().data.username).toBe('old')
    }
  })

  test('are checked on the command line', async () => {
    await expect(
      createSuperadmin({ ...server, recorder: server.history.server }, { username: '-x', email: 'x@example.org' }),
    ).rejects.toThrow(EDGE)
  })

  test('are checked for the first account', async () => {
    await server.db.deleteFrom('admins').execute()
    const first = (adminUsername: string) =>
      createFirstAdmin({ db: server.db, config: { ...server.config, adminUsername }, recorder: server.history.server })
    await expect(first('admin!')).rejects.toThrow(StartError)
    expect(await first('admin')).toMatchObject({ username: 'admin' })
    expect(await first('admin!')).toBeUndefined()
  })
})
