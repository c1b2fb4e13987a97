import { getHealth } from '@sevadesk/contract/server-info.ts'
import * as schemas from '@sevadesk/contract/server-info-schemas.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/schema.ts'
import { unavailable } from '../errors.ts'
import { route } from './route.ts'

/** A database that says nothing for so long is not well. */
const PATIENCE_MS = 5000

/** For whoever watches over the server: well when the database answers. */
export function registerHealth(app: FastifyInstance, db: Db): void {
  let asked: Promise<unknown> | undefined
  // One question at a time: each that stays open holds a connection, and whoever watches asks again and again.
  const ask = () => {
    asked ??= db
      .selectFrom('admins')
      .select('id')
      .limit(1)
      .execute()
      .finally(() => {
        asked = undefined
      })
    return asked
  }

  route(app, getHealth, schemas.getHealth, 'public', async (request, reply) => {
    try {
      await within(PATIENCE_MS, ask())
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer')
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
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No answer within ${limitMs} ms.`)), limitMs)
  try {
    await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
