import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { type TestApp, testApp } from './test-app.ts'

/** As `testApp`; `prepare` gets the Fastify instance before any route is registered. */
export async function preparedApp(
  prepare: (app: FastifyInstance) => void,
  options: Parameters<typeof testApp>[0] = {},
): Promise<TestApp> {
  const onInitialize = (message: unknown) => prepare((message as { fastify: FastifyInstance }).fastify)
  subscribe('fastify.initialization', onInitialize)
  try {
    return await testApp(options)
  } finally {
    unsubscribe('fastify.initialization', onInitialize)
  }
}
