import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyDatabase } from '../../testing/databases.ts'
import { buildAdmin } from '../../testing/factories.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

anyDatabase((engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await testApp({ engine })
    await buildAdmin(server.db, { username: 'The Chief', role: 'superadmin' })
    await buildAdmin(server.db, { username: 'older', sections: ['Events'], created_at: '2026-01-01T00:00:00.000Z' })
    await buildAdmin(server.db, { username: 'newer', sections: ['School'], created_at: '2026-01-02T00:00:00.000Z' })
  })
  afterAll(() => server.close())

  const list = async (who: readonly string[] | 'superadmin') => {
    const { bearer, admin } = await server.signIn(who)
    const answer = await server.app.inject({ url: '/api/admin', headers: bearer })
    return { ...answer.json(), self: admin.id }
  }

  test('lists accounts of role admin for a holder of Admin, newest first, without hashes', async () => {
    const { success, data, self } = await list(['Admin'])
    expect(success).toBe(true)
    expect(data[0]._id).toBe(self)
    expect(data.slice(-2)).toEqual([
      {
        _id: expect.any(String),
        username: 'newer',
        email: expect.any(String),
        role: 'admin',
        sections: ['School'],
        createdAt: '2026-01-02T00:00:00.000Z',
        version: 1,
      },
      {
        _id: expect.any(String),
        username: 'older',
        email: expect.any(String),
        role: 'admin',
        sections: ['Events'],
        createdAt: '2026-01-01T00:00:00.000Z',
        version: 1,
      },
    ])
    expect(JSON.stringify(data)).not.toMatch(/Chief|hash|argon|password/)
  })

  test('returns only id, name and role to a holder of Dashboard', async () => {
    const { data } = await list(['Dashboard'])
    expect(data.length).toBeGreaterThanOrEqual(2)
    for (const entry of data) expect(Object.keys(entry).sort()).toEqual(['_id', 'role', 'username'])
  })

  test('returns complete entries to a superadmin', async () => {
    expect((await list('superadmin')).data[0]).toHaveProperty('email')
  })

  test('keeps the chosen language with the account and refuses others', async () => {
    const [{ bearer }, other] = [await server.signIn([]), await server.signIn([])]
    const choose = (language: string) =>
      server.app.inject({ method: 'PUT', url: '/api/admin/me/language', headers: bearer, payload: { language } })
    const languageOf = async (headers: typeof bearer) =>
      (await server.app.inject({ url: '/api/admin/me', headers })).json().language
    expect(await languageOf(bearer)).toBeUndefined()
    expect((await choose('hi')).statusCode).toBe(200)
    expect(await languageOf(bearer)).toBe('hi')
    expect((await choose('fr')).statusCode).toBe(400)
    expect(await languageOf(bearer)).toBe('hi')
    expect(await languageOf(other.bearer)).toBeUndefined()
  })

  test('lists the other superadmins to a superadmin only', async () => {
    const me = await server.signIn('superadmin')
    const other = await buildAdmin(server.db, { username: 'Second chief', role: 'superadmin' })
    const get = (headers: object) => server.app.inject({ url: '/api/admin/superadmins', headers: { ...headers } })
    const { data } = (await get(me.bearer)).json()
    expect(data[0]).toEqual({
      _id: other.id,
      username: 'Second chief',
      email: other.email,
      role: 'superadmin',
      sections: [],
      createdAt: other.created_at,
      version: 1,
    })
    expect(data.map(({ role }: { role: string }) => role)).toEqual(data.map(() => 'superadmin'))
    expect(JSON.stringify(data)).not.toContain(me.admin.id)
    for (const sections of [['Admin'], ['All']]) {
      const { bearer } = await server.signIn(sections)
      expect((await get(bearer)).statusCode).toBe(403)
    }
  })

  test('/admin/me returns upload limits and the level to every admin', async () => {
    const { photoMaxBytes, photoMaxFiles, videoMaxBytes } = server.config
    for (const who of [[], ['School'], 'superadmin'] as const) {
      const { bearer, admin } = await server.signIn(who)
      const answer = await server.app.inject({ url: '/api/admin/me', headers: bearer })
      expect(answer.json()).toEqual({
        _id: admin.id,
        username: admin.username,
        email: admin.email,
        role: admin.role,
        sections: JSON.parse(admin.sections),
        createdAt: admin.created_at,
        version: 1,
        level: 1,
        capabilities: [
          'photos.one-by-one',
          'media.download',
          'uploads.once',
          'creates.once',
          'admins.superadmins',
          'donations.paged',
          'admins.language',
          'login.device',
          'messages.paged',
          'payments.held',
          'events.dates',
          'videos.posters',
          'donations.statuses',
          'donations.ranges',
          'donations.groups',
          'login.second-step',
          'system',
          'versions',
          'history',
          'trash',
          'lists',
          'settings',
          'donors',
          'gifts.offline',
          'donors.certificates',
        ],
        trashDays: 30,
        uploadLimits: { photoBytes: photoMaxBytes, photoFiles: photoMaxFiles, videoBytes: videoMaxBytes },
      })
    }
  })
})
