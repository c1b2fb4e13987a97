import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { type TestApp, testApp } from './test-app.ts'

/** As `testApp`; `prepare` is handed the server before it has any route, so that it can look at all that comes. */
export async function preparedApp(
  prepare: (app: FastifyInstance) => void,
  options: Parameters<typeof testApp>[0] = {},
): Promise<TestApp> {
  const hand = (message: unknown) => prepare((message as { fastify: FastifyInstance }).fastify)
  subscribe('fastify.initialization', hand)
  try {
    return await testApp(options)
  } finally {
    unsubscribe('fastify.initialization', hand)
  }
}
