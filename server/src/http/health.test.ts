import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { headFile, keyFile } from '../keys/key-file.ts'
import { newServerEachTest } from '../testing/test-app.ts'

const server = newServerEachTest()

async function call(path: string, language = 'en') {
  const answer = await server.app.inject({ url: `/api${path}`, headers: { 'accept-language': language } })
  return [answer.statusCode, answer.json()]
}

test('is ready while nothing is wrong', async () => {
  expect(await call('/ready')).toEqual([200, { status: 'ok' }])
})

test.each([
  ['history.key', () => keyFile(server.config.keysDir, 'history')],
  ['history.head', () => headFile(server.config.keysDir)],
])('is degraded, and not ready, after the loss of %s', async (_name, file) => {
  rmSync(file())
  const state = {
    status: 'degraded',
    reason: 'key_missing',
    message: 'A key of the server is missing. Please tell the person who runs it.',
  }
  expect(await call('/health')).toEqual([200, state])
  expect(await call('/ready')).toEqual([503, { ...state, success: false, code: 'key_missing' }])
})

test('is degraded, and not ready, without a native part', async () => {
  server.nativeParts.set('sharp', 'missing')
  const reason = { reason: 'part_missing', message: expect.stringContaining('receipts') }
  expect(await call('/health')).toMatchObject([200, reason])
  expect(await call('/ready', 'hi')).toMatchObject([503, { ...reason, message: expect.stringContaining('रसीदें') }])
})

test('is not ready until the native parts were tried, and ready if one is unknown', async () => {
  server.nativeParts.set('sharp', 'untried')
  expect(await call('/health')).toEqual([200, { status: 'ok' }])
  expect(await call('/ready')).toMatchObject([
    503,
    { code: 'unavailable', message: expect.stringContaining('starting') },
  ])
  server.nativeParts.set('sharp', 'unknown')
  expect(await call('/ready')).toEqual([200, { status: 'ok' }])
})

test('a database that does not respond has the same failure for both', async () => {
  await server.db.destroy()
  expect(await call('/ready')).toEqual(await call('/health'))
  expect(await call('/ready')).toMatchObject([503, { code: 'unavailable' }])
})

test('while the server stops, both are 503, and other calls are carried out and close their connections', async () => {
  server.app.isStopping = true
  const stopping = { success: false, code: 'stopping', message: expect.stringContaining('stopping') }
  expect(await call('/health')).toMatchObject([503, stopping])
  expect(await call('/ready', 'hi')).toMatchObject([503, { code: 'stopping', message: expect.stringContaining('बंद') }])
  for (const [path, status] of [
    ['/api/event', 200],
    ['/api/nothing', 404],
    ['/nothing.png', 404],
  ] as const)
    expect(await server.app.inject(path)).toMatchObject({ statusCode: status, headers: { connection: 'close' } })
})
