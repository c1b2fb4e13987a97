import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { type AdminRow, buildAdmin } from '../../testing/factories.ts'
import { type TestApp, type TestSession, testApp } from '../../testing/test-app.ts'

const GOOD = 'Fine#2026'

/** Every column, every response field, and other names that an attacker might try. */
const SENT: Readonly<Record<string, unknown>> = {
  _id: 'bbbbbbbbbbbbbbbbbbbbbbbb',
  id: 'bbbbbbbbbbbbbbbbbbbbbbbb',
  username: 'Sent Name',
  username_key: 'sent key',
  usernameKey: 'sent key',
  email: 'sent@example.org',
  role: 'superadmin',
  isSuperadmin: true,
  sections: ['All'],
  capabilities: ['all'],
  level: 9,
  password: GOOD,
  password_hash: 'sent hash',
  passwordHash: 'sent hash',
  must_change_password: 0,
  mustChangePassword: false,
  created_at: '2000-01-01T00:00:00.000Z',
  createdAt: '2000-01-01T00:00:00.000Z',
  updated_at: '2000-01-01T00:00:00.000Z',
  updatedAt: '2000-01-01T00:00:00.000Z',
}

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
  let server: TestApp
  beforeAll(async () => {
    server = await testApp({ engine })
  })
  afterAll(() => server.close())

  const rowOf = (id: string) =>
    server.db.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const put = (as: TestSession, id: string, payload: object) =>
    server.app.inject({ method: 'PUT', url: `/api/admin/${id}`, headers: as.bearer, payload })

  describe.each(SETTINGS)('changing $name', ({ who, whose, may }) => {
    test.each(Object.keys(SENT))('sending %s changes only the columns allowed for it', async (field) => {
      const caller = await server.signIn(who)
      const target = whose === 'own' ? caller.admin : await buildAdmin(server.db)
      // Usernames must be unique across the tests.
      const value = field === 'username' ? `Sent ${target.id}` : SENT[field]
      const { statusCode } = await put(caller, target.id, { [field]: value })
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
    expect((await put(caller, caller.admin.id, nonsense)).statusCode).toBe(200)
    expect(await rowOf(caller.admin.id)).toMatchObject({
      email: 'own@example.org',
      sections: '["Events"]',
      password_hash: caller.admin.password_hash,
    })
    expect((await put(caller, caller.admin.id, { sections: Array(60).fill('All') })).statusCode).toBe(200)
    expect((await put(caller, caller.admin.id, { email: 7 })).statusCode).toBe(400)
  })

  test('creates an account from the documented fields only', async () => {
    const chief = await server.signIn('superadmin')
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/admin/addadmin',
      headers: chief.bearer,
      payload: { ...SENT, role: 'admin' },
    })
    const { data } = answer.json()
    expect(Object.keys(data).sort()).toEqual(ADMIN_FIELDS)
    expect(await rowOf(data._id)).toMatchObject({
      username: 'Sent Name',
      username_key: 'sent name',
      role: 'admin',
      sections: '["All"]',
      must_change_password: 0,
      password_hash: expect.stringMatching(/^\$argon2id\$/),
      created_at: expect.not.stringMatching(/^2000/),
    })
  })

  test('returns no hash, normalised name or token', async () => {
    const chief = await server.signIn('superadmin')
    const [worker, target] = [await server.signIn(['All']), await buildAdmin(server.db, { password_hash: 'THE-HASH' })]
    const list = await server.app.inject({ url: '/api/admin', headers: worker.bearer })
    for (const entry of list.json().data) expect(Object.keys(entry).sort()).toEqual(ADMIN_FIELDS)
    const changed = await put(chief, target.id, { email: 'seen@example.org' })
    expect(Object.keys(changed.json().data).sort()).toEqual(ADMIN_FIELDS)
    const own = await put(worker, worker.admin.id, { email: 'seen@example.org' })
    expect(Object.keys(own.json().data).sort()).toEqual(ADMIN_FIELDS)
    const me = await server.app.inject({ url: '/api/admin/me', headers: worker.bearer })
    expect(Object.keys(me.json()).sort()).toEqual(
      [...ADMIN_FIELDS, 'capabilities', 'level', 'trashDays', 'uploadLimits'].sort(),
    )
    const all = [list, changed, own, me].map(({ body }) => body).join()
    expect(all).not.toMatch(/THE-HASH|argon|_key|hash/i)
    expect(all).not.toContain(worker.token)
  })
})
