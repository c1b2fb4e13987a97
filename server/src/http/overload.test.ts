import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { suiteFolder } from '../testing/files/test-folder.ts'
import { suiteServer } from '../testing/test-app.ts'

const WAIT = { timeout: 20_000, interval: 10 }

const panelDir = suiteFolder()
writeFileSync(join(panelDir, 'index.html'), '<title>Panel</title>')
const server = suiteServer({ panelDir, env: { OVERLOAD_DELAY_MS: '20' }, overloadIntervalMs: 50 })

/** Blocks the event loop for 40 ms at a time, as large queries do. */
function blockEventLoop(): NodeJS.Timeout {
  return setInterval(() => {
    const end = performance.now() + 40
    while (performance.now() < end);
  }, 1)
}
const call = (url: string, headers = {}) => server.app.inject({ url, headers })
const statusOf = async (url: string) => (await call(url)).statusCode

test('refuses calls while the event loop is blocked, and accepts them afterwards', async () => {
  const { bearer } = await server.signIn('superadmin')
  // A busy machine may delay the event loop too, here and at the end.
  await vi.waitFor(async () => expect(await statusOf('/api/event')).toBe(200), WAIT)
  const blocking = blockEventLoop()
  try {
    await vi.waitFor(async () => expect(await statusOf('/api/event')).toBe(503), WAIT)
    const webhook = await server.app.inject({ method: 'POST', url: '/api/donate/webhook', payload: {} })
    const answers = [
      await call('/api/event'),
      await call('/api/admin/me', bearer),
      await call('/media/aa/x.jpg'),
      webhook,
    ]
    for (const answer of answers) {
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
      expect(answer.json()).toEqual({
        success: false,
        code: 'overloaded',
        message: expect.stringContaining('try again'),
      })
    }
    const hindi = await call('/api/event', { 'accept-language': 'hi' })
    expect(hindi.json().message).toContain('फिर से कोशिश करें')

    const health = await call('/api/health')
    expect([health.statusCode, health.json()]).toEqual([
      200,
      { status: 'degraded', reason: 'overloaded', message: expect.stringMatching(/too much to do/) },
    ])
    expect(await statusOf('/api/ready')).toBe(503)
    for (const url of ['/', '/gaushala', '/config.json']) expect([url, await statusOf(url)]).toEqual([url, 200])
  } finally {
    clearInterval(blocking)
  }
  await vi.waitFor(async () => expect(await statusOf('/api/event')).toBe(200), WAIT)
  await vi.waitFor(async () => expect((await call('/api/health')).json()).toEqual({ status: 'ok' }), WAIT)
})

test('names the load, and does not query the database', async () => {
  const blocking = blockEventLoop()
  try {
    await vi.waitFor(async () => expect(await statusOf('/api/event')).toBe(503), WAIT)
    await server.db.destroy()
    expect((await call('/api/health')).json()).toMatchObject({ status: 'degraded', reason: 'overloaded' })
  } finally {
    clearInterval(blocking)
  }
  await vi.waitFor(async () => expect(await statusOf('/api/health')).toBe(503), WAIT)
})
