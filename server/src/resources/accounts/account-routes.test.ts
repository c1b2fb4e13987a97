import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildAdmin } from '../../testing/factories.ts'
import { historyOf } from '../../testing/history.ts'
import { type TestApp, type TestSession, testApp } from '../../testing/test-app.ts'

const GOOD = 'Fine#2026'
type Body = Record<string, unknown>

anyDatabase((engine) => {
  let server: TestApp
  let chief: TestSession
  beforeAll(async () => {
    server = await testApp({ engine, env: { LOGIN_ADDRESS_FAILURES: '1000' } })
    chief = await server.signIn('superadmin')
  })
  afterAll(() => server.close())

  let made = 0
  const fresh = () => {
    made += 1
    return `Person ${made}`
  }
  const add = (as: TestSession, body: Body) =>
    server.app.inject({ method: 'POST', url: '/api/admin/addadmin', headers: as.bearer, payload: body })
  const put = (as: TestSession, id: string, body: Body) =>
    server.app.inject({ method: 'PUT', url: `/api/admin/${id}`, headers: as.bearer, payload: body })
  const remove = (as: TestSession, id: string) =>
    server.app.inject({ method: 'DELETE', url: `/api/admin/${id}`, headers: as.bearer })
  const login = (username: string, password: string) =>
    server.app.inject({ method: 'POST', url: '/api/admin/login', payload: { username, password } })
  const me = (headers: { authorization: string }) => server.app.inject({ url: '/api/admin/me', headers })
  const rowOf = (id: string) =>
    server.db.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const entriesOf = (id: string) => historyOf(server.db, id)

  describe('POST /admin/addadmin', () => {
    test('creates an account that can sign in with its password', async () => {
      const username = fresh()
      const answer = await add(chief, {
        username: `  ${username} `,
        email: ' asha@example.org ',
        password: GOOD,
        role: 'admin',
        sections: ['Events', 'School', 'Events'],
      })
      expect(answer.statusCode).toBe(200)
      const { data } = answer.json()
      expect(answer.json()).toEqual({
        success: true,
        message: 'Admin added successfully',
        data: {
          _id: expect.stringMatching(/^[0-9a-f]{24}$/),
          username,
          email: 'asha@example.org',
          role: 'admin',
          sections: ['Events', 'School'],
          createdAt: expect.stringMatching(/Z$/),
          version: 1,
        },
      })
      const { token } = (await login(username, GOOD)).json()
      const headers = { authorization: `Bearer ${token}` }
      expect((await me(headers)).json()).toMatchObject({ sections: ['Events', 'School'] })
      expect((await me(headers)).json()).not.toHaveProperty('mustChangePassword')
      expect(await entriesOf(data._id)).toMatchObject([{ action: 'admin.added', username: chief.admin.username }])
    })

    test('defaults to role admin without sections', async () => {
      const { data } = (await add(chief, { username: fresh(), email: 'a@example.org', password: GOOD })).json()
      expect(data).toMatchObject({ role: 'admin', sections: [] })
    })

    test('stores no sections for a superadmin', async () => {
      const body = {
        username: fresh(),
        email: 'a@example.org',
        password: GOOD,
        role: 'superadmin',
        sections: ['Events'],
      }
      expect((await add(chief, body)).json().data).toMatchObject({ role: 'superadmin', sections: [] })
    })

    test.each([
      [{ username: '' }, { username: 'Please enter a username.' }],
      [{ username: ' \u3164\u200b ' }, { username: 'Please enter a username.' }],
      [{ email: ' ' }, { email: 'Please enter an e-mail address like name@example.org.' }],
      [{ email: 'asha' }, { email: 'Please enter an e-mail address like name@example.org.' }],
      [{ password: ' ' }, { password: 'Please enter a password.' }],
      [{ password: 'Fine-2026' }, { password: 'Password does not meet requirements' }],
      [{ sections: ['Events', 'Vault'] }, { sections: 'There is no section “Vault”.' }],
      [{ sections: ['events'] }, { sections: 'There is no section “events”.' }],
      [{ role: 'owner' }, { role: 'Role is not one of the accepted values.' }],
      [
        { username: ' ', email: '', password: '' },
        {
          username: 'Please enter a username.',
          email: 'Please enter an e-mail address like name@example.org.',
          password: 'Please enter a password.',
        },
      ],
    ])('refuses %j with a message per field', async (fault, fields) => {
      const answer = await add(chief, { username: fresh(), email: 'a@example.org', password: GOOD, ...fault })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ message: Object.values(fields).join(' '), fields })
    })

    test('returns errors in Hindi if Hindi is requested', async () => {
      const headers = { ...chief.bearer, 'accept-language': 'hi' }
      const payload = { username: 'x', email: 'x', password: 'x' }
      const answer = await server.app.inject({ method: 'POST', url: '/api/admin/addadmin', headers, payload })
      expect(answer.json().fields.email).toMatch(/^सही ईमेल पता लिखें/)
    })

    test.each([
      ['Asha Devi', 'ASHA devi'],
      ['Ravi Das', ' Ravi\u00a0Das'],
      ['Gita Bai', 'Gita\u2003 Bai'],
      ['Mohan', 'Mo\u200bhan'],
      ['Sita', 'Ｓｉｔａ'],
      ['Lila Rao', 'Lila\u3164Rao'],
      ['Uma Rao', 'Uma\u2800Rao'],
    ])('with the name %j taken, refuses the look-alike %j', async (existing, similar) => {
      await buildAdmin(server.db, { username: existing })
      const answer = await add(chief, { username: similar, email: 'a@example.org', password: GOOD })
      const sentence = 'This username is already taken. Please choose another.'
      expect([answer.statusCode, answer.json()]).toEqual([
        409,
        { success: false, code: 'taken', message: sentence, fields: { username: sentence } },
      ])
    })

    test('creates one account for ten concurrent requests with the same name', async () => {
      const username = fresh()
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => add(chief, { username, email: 'a@example.org', password: GOOD })),
      )
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(409)])
    })
  })

  describe('PUT /admin/:id', () => {
    test('keeps omitted fields, and the password if a blank one is sent', async () => {
      const target = await buildAdmin(server.db, { sections: ['Events'] })
      const answer = await put(chief, target.id, { email: 'new@example.org', password: '' })
      expect(answer.json()).toMatchObject({
        success: true,
        message: 'Admin updated successfully',
        data: { username: target.username, email: 'new@example.org', role: 'admin', sections: ['Events'] },
      })
      expect(await rowOf(target.id)).toEqual({
        ...target,
        email: 'new@example.org',
        updated_at: expect.any(String),
        version: 2,
      })
      const [entry] = await entriesOf(target.id)
      expect(entry).toMatchObject({ before: { email: target.email }, after: { email: 'new@example.org' } })
      expect(Object.keys(entry?.after ?? {})).toEqual(['email'])
    })

    test('writes nothing when nothing changes', async () => {
      const target = await buildAdmin(server.db, { sections: ['Events'] })
      const { username, email } = target
      const answer = await put(chief, target.id, {
        username,
        email,
        password: ' ',
        role: 'admin',
        sections: ['Events'],
      })
      expect(answer.statusCode).toBe(200)
      expect(await rowOf(target.id)).toEqual({ ...target, version: 1 })
      expect(await entriesOf(target.id)).toEqual([])
    })

    test('applies changed rights to the next request', async () => {
      const worker = await server.signIn(['Message'])
      const read = async () =>
        (await server.app.inject({ url: '/api/message/getMessage', headers: worker.bearer })).statusCode
      expect(await read()).toBe(200)
      await put(chief, worker.admin.id, { sections: ['Events'] })
      expect(await read()).toBe(403)
      await put(chief, worker.admin.id, { role: 'superadmin' })
      expect(await read()).toBe(200)
      await put(chief, worker.admin.id, { role: 'admin' })
      expect(await read()).toBe(403)
    })

    test("ends the account's sessions and clears its login failures when it sets a password", async () => {
      const worker = await server.signIn(['Events'])
      const { id, username } = worker.admin
      await put(chief, id, { username, password: 'First#2026' })
      for (let n = 0; n < 10; n += 1) await login(username, 'forgotten')
      expect((await login(username, 'First#2026')).statusCode).toBe(429)
      expect((await me(worker.bearer)).statusCode).toBe(401)

      expect((await put(chief, id, { password: GOOD })).statusCode).toBe(200)
      expect((await login(username, 'First#2026')).statusCode).toBe(401)
      const { token } = (await login(username, GOOD)).json()
      expect((await me({ authorization: `Bearer ${token}` })).statusCode).toBe(200)
      const entries = await entriesOf(id)
      expect(entries.map(({ details }) => details)).toMatchObject([
        { isPasswordSet: true, sessionsEnded: 1 },
        { isPasswordSet: true, sessionsEnded: 0 },
      ])
      expect(JSON.stringify(entries)).not.toMatch(/2026"|argon/)
    })

    test('refuses a password that does not meet the requirements', async () => {
      const target = await buildAdmin(server.db)
      const answer = await put(chief, target.id, { password: 'short' })
      expect([answer.statusCode, answer.json().fields]).toEqual([
        400,
        { password: 'Password does not meet requirements' },
      ])
      expect(await rowOf(target.id)).toEqual({ ...target, version: 1 })
    })

    test("refuses a taken name but accepts the account's own name in capitals", async () => {
      const [one, other] = [await buildAdmin(server.db), await buildAdmin(server.db)]
      expect((await put(chief, one.id, { username: other.username.toUpperCase() })).statusCode).toBe(409)
      expect((await put(chief, one.id, { username: one.username.toUpperCase() })).statusCode).toBe(200)
    })

    test('returns 404 for an unknown id', async () => {
      for (const id of ['aaaaaaaaaaaaaaaaaaaaaaaa', 'me', 'sessions', "' or 1=1"])
        expect((await put(chief, encodeURIComponent(id), { email: 'a@example.org' })).statusCode).toBe(404)
    })
  })

  describe("an account's own profile", () => {
    test('can be changed without any section', async () => {
      const owner = await server.signIn([])
      const username = fresh()
      const answer = await put(owner, owner.admin.id, { username: ` ${username}`, email: 'own@example.org' })
      expect(answer.json()).toMatchObject({
        success: true,
        message: 'Profile updated successfully',
        data: { username, email: 'own@example.org', sections: [] },
      })
      expect((await me(owner.bearer)).json()).toMatchObject({ username, email: 'own@example.org' })
      expect(await entriesOf(owner.admin.id)).toMatchObject([{ action: 'admin.changed', actorId: owner.admin.id }])
    })

    test('keeps a stored invalid e-mail but refuses a new invalid one', async () => {
      const owner = await server.signIn('superadmin')
      await server.db.updateTable('admins').set({ email: 'admin@localhost' }).where('id', '=', owner.admin.id).execute()
      const send = (email: string) => put(owner, owner.admin.id, { username: fresh(), email })
      expect((await send('admin@localhost')).statusCode).toBe(200)
      expect((await send('admin@elsewhere')).statusCode).toBe(400)
    })

    test('refuses a blank or taken name', async () => {
      const owner = await server.signIn([])
      const other = await buildAdmin(server.db)
      expect((await put(owner, owner.admin.id, { username: ' ' })).statusCode).toBe(400)
      expect((await put(owner, owner.admin.id, { username: other.username })).statusCode).toBe(409)
    })
  })

  test("DELETE ends the account's sessions, is recorded and frees the username", async () => {
    const deleted = await server.signIn(['Events'])
    const answer = await remove(chief, deleted.admin.id)
    expect(answer.json()).toEqual({ success: true, message: 'Your admin has been deleted.' })
    expect((await me(deleted.bearer)).statusCode).toBe(401)
    const details = { sessionsEnded: 1 }
    expect(await entriesOf(deleted.admin.id)).toMatchObject([
      { action: 'admin.deleted', actorId: chief.admin.id, details },
    ])
    expect((await remove(chief, deleted.admin.id)).statusCode).toBe(404)
    expect(
      (await add(chief, { username: deleted.admin.username, email: 'a@example.org', password: GOOD })).statusCode,
    ).toBe(200)
  })
})
