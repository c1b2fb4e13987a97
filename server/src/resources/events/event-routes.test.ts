import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { buildEvent } from '../../testing/factories.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

eachDatabase((engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await testApp({ engine })
  })
  afterAll(() => server.close())

  test('events are public, newest first, with their picture under both names', async () => {
    expect((await server.app.inject('/api/event')).json()).toEqual({ success: true, data: [] })
    const older = await buildEvent(server.db, { title: 'Eye camp', created_at: '2026-01-01T00:00:00.000Z' })
    const newer = await buildEvent(server.db, {
      title: 'Gopashtami <b>',
      image_path: '/media/aa/bb.jpg',
      created_at: '2026-01-02T00:00:00.000Z',
    })
    const { data } = (await server.app.inject('/api/event/')).json()
    expect(data).toEqual([
      {
        _id: newer.id,
        title: 'Gopashtami <b>',
        description: '',
        imageUrl: '/media/aa/bb.jpg',
        image: '/media/aa/bb.jpg',
        createdAt: '2026-01-02T00:00:00.000Z',
      },
      {
        _id: older.id,
        title: 'Eye camp',
        description: '',
        imageUrl: null,
        image: null,
        createdAt: '2026-01-01T00:00:00.000Z',
      },
    ])
  })
})
