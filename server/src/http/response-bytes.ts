import type { FastifyInstance } from 'fastify'

/** In characters. For shorter bodies a second chunk takes longer than it saves. */
const LONG_BODY = 2000

/**
 * Encodes long bodies before node:http does. node:http would concatenate head and body into one
 * string, which is slow to encode with characters beyond Latin-1.
 */
export function registerResponseBytes(app: FastifyInstance): void {
  app.addHook('onSend', (_request, _reply, payload, done) => {
    const isLong = typeof payload === 'string' && payload.length > LONG_BODY
    done(null, isLong ? Buffer.from(payload) : payload)
  })
}
