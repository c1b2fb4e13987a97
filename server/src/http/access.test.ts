import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerAccess } from './access.ts'

const parts = { panelOrigins: [], sessionCookie: 'same-site', authenticate: async () => null } as const

test('startup fails when a route declares no access', async () => {
  const app = Fastify()
  registerAccess(app, parts)
  app.get('/said', { config: { access: 'public' } }, () => 'ok')
  app.post('/forgotten', () => 'oops')
  app.register(async (scope) => {
    scope.get('/deeper', () => 'oops')
  })
  await expect(app.ready()).rejects.toThrow(/^These routes declare no access: POST \/forgotten, GET \/deeper/)
})

test('starts when every route declares its access', async () => {
  const app = Fastify()
  registerAccess(app, parts)
  app.get('/said', { config: { access: 'public' } }, () => 'ok')
  await expect(app.ready()).resolves.toBeDefined()
})
