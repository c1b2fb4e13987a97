import { getHealth } from '@sevadesk/contract/server-info.ts'
import * as schemas from '@sevadesk/contract/server-info-schemas.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/schema.ts'
import { unavailable } from '../errors.ts'
import { route } from './route.ts'

/** Timeout of the health query. */
const TIMEOUT_MS = 5000

/** `GET /api/health`: succeeds when the database responds. */
export function registerHealth(app: FastifyInstance, db: Db): void {
  let pending: Promise<unknown> | undefined
  // One query at a time: each pending query holds a connection, and monitors repeat their requests.
  const queryDatabase = () => {
    pending ??= db
      .selectFrom('admins')
      .select('id')
      .limit(1)
      .execute()
      .finally(() => {
        pending = undefined
      })
    return pending
  }

  route(app, getHealth, schemas.getHealth, 'public', async (request, reply) => {
    try {
      await within(TIMEOUT_MS, queryDatabase())
    } catch (error) {
      request.log.error({ err: error }, 'the database does not respond')
      throw unavailable({
        en: 'The database is not responding. Please try again in a moment.',
        hi: 'डेटाबेस जवाब नहीं दे रहा। थोड़ी देर में फिर से कोशिश करें।',
      })
    }
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No response within ${limitMs} ms.`)), limitMs)
  try {
    await Promise.race([work, timedOut])
  } finally {
    clearTimeout(timer)
  }
}
