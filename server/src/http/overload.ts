import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { HttpError } from '../errors.ts'
import { localised } from '../text/localised-text.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route responds while the server is overloaded. */
    respondsUnderLoad?: boolean
  }
}

/** How often delay and memory are measured. One slow query is no overload: the mean of three seconds stays low. */
const INTERVAL_MS = 3000

/** Node.js ends the process at its limit of the heap. */
const MAX_HEAP_SHARE = 0.8

/** In seconds. */
const RETRY_AFTER = 5
const LOG_EVERY_MS = 60_000

/** The `code` of the refusal, and the `reason` of the health check. */
export const OVERLOADED = 'overloaded'

export const OVERLOADED_SENTENCE = localised(
  'The server has too much to do at the moment. Please try again in a few seconds.',
)

/**
 * Refuses requests with 503 while the event loop or the heap is above its limit.
 * Requests that have begun continue. Routes with `respondsUnderLoad` are exempt.
 */
export async function registerOverload(
  app: FastifyInstance,
  { overloadDelayMs }: Pick<Config, 'overloadDelayMs'>,
  intervalMs = INTERVAL_MS,
): Promise<void> {
  let loggedAt: number | undefined
  await app.register(underPressure, {
    maxEventLoopDelay: overloadDelayMs,
    sampleInterval: intervalMs,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * MAX_HEAP_SHARE,
    pressureHandler(request, _reply, limit, value) {
      if (request.routeOptions.config.respondsUnderLoad) return
      if (loggedAt === undefined || performance.now() - loggedAt > LOG_EVERY_MS) {
        loggedAt = performance.now()
        request.log.warn({ limit, value }, 'the server is overloaded; refusing requests')
      }
      throw new HttpError(503, OVERLOADED, OVERLOADED_SENTENCE, { retryAfter: RETRY_AFTER })
    },
  })
}
