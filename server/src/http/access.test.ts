import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerAccess } from './access.ts'

const parts = { panelOrigins: [], sessionCookie: 'same-site', authenticate: async () => null } as const

test('a route that does not say who may call it stops the start', async () => {
  const app = Fastify()
  registerAccess(app, parts)
  app.get('/said', { config: { access: 'public' } }, () => 'ok')
  app.post('/forgotten', () => 'oops')
  app.register(async (scope) => {
    scope.get('/deeper', () => 'oops')
  })
  await expect(app.ready()).rejects.toThrow(
    /^These routes do not say who may call them: POST \/forgotten, GET \/deeper/,
  )
})

test('one that says it starts', async () => {
  const app = Fastify()
  registerAccess(app, parts)
  app.get('/said', { config: { access: 'public' } }, () => 'ok')
  await expect(app.ready()).resolves.toBeDefined()
})
