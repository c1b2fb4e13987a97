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
      },
      {
        _id: expect.any(String),
        username: 'older',
        email: expect.any(String),
        role: 'admin',
        sections: ['Events'],
        createdAt: '2026-01-01T00:00:00.000Z',
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

  test('/admin/me returns upload limits and capabilities to every admin', async () => {
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
        capabilities: [
          'photos.one-by-one',
          'media.download',
          'uploads.once',
          'donations.paged',
          'donations.restore',
          'donations.statuses',
        ],
        uploadLimits: { photoBytes: photoMaxBytes, photoFiles: photoMaxFiles, videoBytes: videoMaxBytes },
      })
    }
  })
})
