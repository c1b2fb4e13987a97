import { describe, expect, test } from 'vitest'
import { addAdmin, freshUsername, GOOD_PASSWORD, putAdmin, removeAdmin } from '../../testing/admin-calls.ts'
import { anyDatabase } from '../../testing/databases.ts'
import { type AdminRow, buildAdmin } from '../../testing/factories.ts'
import { historyOf } from '../../testing/history.ts'
import { FORBIDDEN } from '../../testing/requests/forbidden-fields.ts'
import { suiteServer, suiteSession, type TestSession } from '../../testing/test-app.ts'

const SENT: Readonly<Record<string, unknown>> = { ...FORBIDDEN, email: 'sent@example.org', password: GOOD_PASSWORD }

type Column = keyof AdminRow

interface Setting {
  name: string
  who: readonly string[] | 'superadmin'
  whose: 'own' | 'other'
  /** The columns that each field may change; all other fields change nothing. */
  may: Partial<Record<string, readonly Column[]>>
}

const NAME = { username: ['username', 'username_key'], email: ['email'] } as const
const SETTINGS: readonly Setting[] = [
  { name: 'their own profile, without sections', who: [], whose: 'own', may: NAME },
  { name: 'their own profile, holding Admin', who: ['Admin'], whose: 'own', may: NAME },
  { name: 'their own profile, holding All', who: ['All'], whose: 'own', may: NAME },
  { name: 'their own profile, as superadmin', who: 'superadmin', whose: 'own', may: NAME },
  {
    name: 'another account, holding Admin',
    who: ['Admin'],
    whose: 'other',
    may: { ...NAME, password: ['password_hash'] },
  },
  {
    name: 'another account, holding All',
    who: ['All'],
    whose: 'other',
    may: { ...NAME, password: ['password_hash'], sections: ['sections'] },
  },
  {
    name: 'another account, as superadmin',
    who: 'superadmin',
    whose: 'other',
    may: { ...NAME, password: ['password_hash'], sections: ['sections'], role: ['role'] },
  },
]

/** The only fields of an account in responses. */
const ADMIN_FIELDS = ['_id', 'createdAt', 'email', 'role', 'sections', 'username', 'version']

anyDatabase((engine) => {
  const server = suiteServer({ engine, env: { LOGIN_ADDRESS_FAILURES: '1000' } })
  const chief = suiteSession(server, 'superadmin')

  const login = (username: string, password: string) => server.post('/admin/login', { username, password })
  const rowOf = (id: string) =>
    server.db.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const entriesOf = (id: string) => historyOf(server.db, id)

  describe('POST /admin/addadmin', () => {
    test('creates an account that can sign in with its password', async () => {
      const username = freshUsername()
      const answer = await addAdmin(chief, {
        username: `  ${username} `,
        email: ' asha@example.org ',
        password: GOOD_PASSWORD,
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
      const { token } = (await login(username, GOOD_PASSWORD)).json()
      const me = (await server.get('/admin/me', { authorization: `Bearer ${token}` })).json()
      expect(me).toMatchObject({ sections: ['Events', 'School'] })
      expect(me).not.toHaveProperty('mustChangePassword')
      expect(await entriesOf(data._id)).toMatchObject([{ action: 'admin.added', username: chief.admin.username }])
    })

    test('defaults to role admin without sections', async () => {
      const { data } = (await addAdmin(chief, {})).json()
      expect(data).toMatchObject({ role: 'admin', sections: [] })
    })

    test('stores no sections for a superadmin', async () => {
      const body = { role: 'superadmin', sections: ['Events'] }
      expect((await addAdmin(chief, body)).json().data).toMatchObject({ role: 'superadmin', sections: [] })
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
      const answer = await addAdmin(chief, fault)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ message: Object.values(fields).join(' '), fields })
    })

    test('refuses the look-alike of a taken name', async () => {
      await buildAdmin(server.db, { username: 'Ravi Das' })
      const answer = await addAdmin(chief, { username: ' RAVI\u00a0Das\u200b' })
      const message = 'This username is already taken. Please choose another.'
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toEqual({ success: false, code: 'taken', message, fields: { username: message } })
    })

    test('creates one account for ten concurrent requests with the same name', async () => {
      const username = freshUsername()
      const answers = await Promise.all(Array.from({ length: 10 }, () => addAdmin(chief, { username })))
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(409)])
    })
  })

  describe('PUT /admin/:id', () => {
    test('keeps omitted fields, and the password if a blank one is sent', async () => {
      const target = await buildAdmin(server.db, { sections: ['Events'] })
      const answer = await putAdmin(chief, target.id, { email: 'new@example.org', password: '' })
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
      const answer = await putAdmin(chief, target.id, {
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
      const read = async () => (await worker.get('/message/getMessage')).statusCode
      expect(await read()).toBe(200)
      await putAdmin(chief, worker.admin.id, { sections: ['Events'] })
      expect(await read()).toBe(403)
      await putAdmin(chief, worker.admin.id, { role: 'superadmin' })
      expect(await read()).toBe(200)
      await putAdmin(chief, worker.admin.id, { role: 'admin' })
      expect(await read()).toBe(403)
    })

    test("ends the account's sessions and clears its login failures when it sets a password", async () => {
      const worker = await server.signIn(['Events'])
      const { id, username } = worker.admin
      await putAdmin(chief, id, { username, password: 'First#2026' })
      for (let n = 0; n < 10; n += 1) await login(username, 'forgotten')
      expect((await login(username, 'First#2026')).statusCode).toBe(429)
      expect((await worker.get('/admin/me')).statusCode).toBe(401)

      expect((await putAdmin(chief, id, { password: GOOD_PASSWORD })).statusCode).toBe(200)
      expect((await login(username, 'First#2026')).statusCode).toBe(401)
      const { token } = (await login(username, GOOD_PASSWORD)).json()
      expect((await server.get('/admin/me', { authorization: `Bearer ${token}` })).statusCode).toBe(200)
      const entries = await entriesOf(id)
      expect(entries.map(({ details }) => details)).toMatchObject([
        { isPasswordSet: true, sessionsEnded: 1 },
        { isPasswordSet: true, sessionsEnded: 0 },
      ])
      expect(JSON.stringify(entries)).not.toMatch(/2026"|argon/)
    })

    test('refuses a password that does not meet the requirements', async () => {
      const target = await buildAdmin(server.db)
      const answer = await putAdmin(chief, target.id, { password: 'short' })
      expect([answer.statusCode, answer.json().fields]).toEqual([
        400,
        { password: 'Password does not meet requirements' },
      ])
      expect(await rowOf(target.id)).toEqual({ ...target, version: 1 })
    })

    test("refuses a taken name but accepts the account's own name in capitals", async () => {
      const [one, other] = [await buildAdmin(server.db), await buildAdmin(server.db)]
      expect((await putAdmin(chief, one.id, { username: other.username.toUpperCase() })).statusCode).toBe(409)
      expect((await putAdmin(chief, one.id, { username: one.username.toUpperCase() })).statusCode).toBe(200)
    })

    test('returns 404 for an unknown id', async () => {
      for (const id of ['aaaaaaaaaaaaaaaaaaaaaaaa', 'me', 'sessions', "' or 1=1"])
        expect((await putAdmin(chief, encodeURIComponent(id), { email: 'a@example.org' })).statusCode).toBe(404)
    })
  })

  describe("an account's own profile", () => {
    test('can be changed without any section', async () => {
      const owner = await server.signIn([])
      const username = freshUsername()
      const answer = await putAdmin(owner, owner.admin.id, { username: ` ${username}`, email: 'own@example.org' })
      expect(answer.json()).toMatchObject({
        success: true,
        message: 'Profile updated successfully',
        data: { username, email: 'own@example.org', sections: [] },
      })
      expect((await owner.get('/admin/me')).json()).toMatchObject({ username, email: 'own@example.org' })
      expect(await entriesOf(owner.admin.id)).toMatchObject([{ action: 'admin.changed', actorId: owner.admin.id }])
    })

    test('keeps a stored invalid e-mail but refuses a new invalid one', async () => {
      const owner = await server.signIn('superadmin')
      await server.db.updateTable('admins').set({ email: 'admin@localhost' }).where('id', '=', owner.admin.id).execute()
      const send = (email: string) => putAdmin(owner, owner.admin.id, { username: freshUsername(), email })
      expect((await send('admin@localhost')).statusCode).toBe(200)
      expect((await send('admin@elsewhere')).statusCode).toBe(400)
    })
  })

  test("DELETE ends the account's sessions, is recorded and frees the username", async () => {
    const deleted = await server.signIn(['Events'])
    const answer = await removeAdmin(chief, deleted.admin.id)
    expect(answer.json()).toEqual({ success: true, message: 'Your admin has been deleted.' })
    expect((await deleted.get('/admin/me')).statusCode).toBe(401)
    const details = { sessionsEnded: 1 }
    expect(await entriesOf(deleted.admin.id)).toMatchObject([
      { action: 'admin.deleted', actorId: chief.admin.id, details },
    ])
    expect((await removeAdmin(chief, deleted.admin.id)).statusCode).toBe(404)
    expect((await addAdmin(chief, { username: deleted.admin.username })).statusCode).toBe(200)
    const sessions = server.db.selectFrom('sessions').select('id').where('admin_id', '=', deleted.admin.id)
    expect(await sessions.execute()).toEqual([])
  })

  describe.each(SETTINGS)('changing $name', ({ who, whose, may }) => {
    test.each(Object.keys(SENT))('sending %s changes only the columns allowed for it', async (field) => {
      const caller = await server.signIn(who)
      const target = whose === 'own' ? caller.admin : await buildAdmin(server.db)
      // Usernames must be unique across the tests.
      const value = field === 'username' ? `Sent ${target.id}` : SENT[field]
      const { statusCode } = await putAdmin(caller, target.id, { [field]: value })
      const allowed = may[field] ?? []
      // Only role and sections of another account that the caller may not grant are refused.
      expect(statusCode).toBe(whose === 'other' && ['role', 'sections'].includes(field) && !may[field] ? 403 : 200)
      const { version, ...after } = await rowOf(target.id)
      const changed = (Object.keys(after) as Column[]).filter((column) => after[column] !== target[column])
      expect(changed.filter((column) => column !== 'updated_at').sort()).toEqual([...allowed].sort())
      expect(version).toBe(changed.length > 0 ? 2 : 1)
      expect(after.updated_at).not.toMatch(/^2000/)
    })
  })

  test('ignores fields of the own account other than name and e-mail', async () => {
    const caller = await server.signIn(['Events'])
    const nonsense = { role: 'owner', sections: null, password: null, createdAt: 7, _id: [], email: 'own@example.org' }
    expect((await putAdmin(caller, caller.admin.id, nonsense)).statusCode).toBe(200)
    expect(await rowOf(caller.admin.id)).toMatchObject({
      email: 'own@example.org',
      sections: '["Events"]',
      password_hash: caller.admin.password_hash,
    })
    expect((await putAdmin(caller, caller.admin.id, { sections: Array(60).fill('All') })).statusCode).toBe(200)
    expect((await putAdmin(caller, caller.admin.id, { email: 7 })).statusCode).toBe(400)
  })

  test('creates an account from the documented fields only', async () => {
    const { data } = (await addAdmin(chief, { ...SENT, role: 'admin' })).json()
    expect(Object.keys(data).sort()).toEqual(ADMIN_FIELDS)
    expect(await rowOf(data._id)).toMatchObject({
      username: 'sent',
      username_key: 'sent',
      role: 'admin',
      sections: '["All"]',
      must_change_password: 0,
      password_hash: expect.stringMatching(/^\$argon2id\$/),
      created_at: expect.not.stringMatching(/^2000/),
    })
  })

  const list = async (who: readonly string[] | 'superadmin') => {
    const session = await server.signIn(who)
    return { ...(await session.get('/admin')).json(), self: session.admin.id }
  }

  test('lists accounts of role admin for a holder of Admin, newest first, without hashes', async () => {
    await buildAdmin(server.db, { username: 'The Chief', role: 'superadmin' })
    for (const day of ['01', '02'])
      await buildAdmin(server.db, { username: `of day ${day}`, created_at: `2020-01-${day}T00:00:00.000Z` })
    const { success, data, self } = await list(['Admin'])
    expect(success).toBe(true)
    expect(data[0]._id).toBe(self)
    expect(data.slice(-2).map(({ username }: AdminRow) => username)).toEqual(['of day 02', 'of day 01'])
    expect(JSON.stringify(data)).not.toMatch(/Chief|hash|argon|password/)
  })

  test('keeps the chosen language with the account and refuses others', async () => {
    const [own, other] = [await server.signIn([]), await server.signIn([])]
    const choose = (language: string) => own.put('/admin/me/language', { language })
    const languageOf = async (session: TestSession) => (await session.get('/admin/me')).json().language
    expect(await languageOf(own)).toBeUndefined()
    expect((await choose('hi')).statusCode).toBe(200)
    expect((await choose('fr')).statusCode).toBe(400)
    expect([await languageOf(own), await languageOf(other)]).toEqual(['hi', undefined])
  })

  test('lists the other superadmins to a superadmin only', async () => {
    const { id } = await buildAdmin(server.db, { username: 'Second chief', role: 'superadmin' })
    const { data } = (await chief.get('/admin/superadmins')).json()
    expect(Object.keys(data[0]).sort()).toEqual(ADMIN_FIELDS)
    expect(data[0]).toMatchObject({ _id: id, username: 'Second chief', sections: [] })
    expect(data.map(({ role }: { role: string }) => role)).toEqual(data.map(() => 'superadmin'))
    expect(JSON.stringify(data)).not.toContain(chief.admin.id)
  })

  test('/admin/me returns upload limits and the level to every admin', async () => {
    const { photoMaxBytes, photoMaxFiles, videoMaxBytes } = server.config
    for (const who of [[], ['School'], 'superadmin'] as const) {
      const session = await server.signIn(who)
      const { admin } = session
      expect((await session.get('/admin/me')).json()).toEqual({
        _id: admin.id,
        username: admin.username,
        email: admin.email,
        role: admin.role,
        sections: JSON.parse(admin.sections),
        createdAt: admin.created_at,
        version: 1,
        level: 1,
        capabilities: expect.arrayContaining(['photos.one-by-one', 'donors.certificates']),
        trashDays: 30,
        uploadLimits: { photoBytes: photoMaxBytes, photoFiles: photoMaxFiles, videoBytes: videoMaxBytes },
      })
    }
  })
})
