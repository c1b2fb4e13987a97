import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/schema.ts'
import { unavailable } from '../errors.ts'

/** For whoever watches over the server: well when the database answers. */
export function registerHealth(app: FastifyInstance, db: Db): void {
  app.get('/api/health', { config: { access: 'public' } }, async (request, reply) => {
    try {
      await db.selectFrom('admins').select('id').limit(1).execute()
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer')
      throw unavailable({
        en: 'The database does not answer. Please try again in a moment.',
        hi: 'डेटाबेस जवाब नहीं दे रहा। थोड़ी देर में फिर से कोशिश करें।',
      })
    }
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
}
