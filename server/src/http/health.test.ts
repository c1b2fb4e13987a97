import { expect, test } from 'vitest'
import { testApp } from '../testing/test-app.ts'

test('health is the state of the database, not of the process', async () => {
  const server = await testApp()
  const well = await server.app.inject('/api/health')
  expect([well.statusCode, well.json()]).toEqual([200, { status: 'ok' }])

  await server.db.destroy()
  const ill = await server.app.inject('/api/health')
  expect(ill.statusCode).toBe(503)
  expect(ill.json()).toMatchObject({
    success: false,
    code: 'unavailable',
    message: expect.stringMatching(/^The database/),
  })
  expect(ill.headers['retry-after']).toBe('5')
  await server.close()
})

test('nothing cuts off an upload that takes its time, and silence is given up', async () => {
  const server = await testApp()
  expect(server.app.server.requestTimeout).toBe(0)
  expect(server.app.server.timeout).toBe(120_000)
  expect(server.app.server.headersTimeout).toBeGreaterThan(0)
  await server.close()
})
