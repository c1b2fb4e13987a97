import type { FastifyInstance } from 'fastify'

/** In characters. For shorter bodies a second chunk takes longer than it saves. */
const LONG_BODY = 2000

/**
 * Encodes long bodies ahead. node:http would join head and body to one text, and encoding that text
 * takes long if the body has letters beyond Latin-1, such as Devanagari.
 */
export function registerResponseBytes(app: FastifyInstance): void {
  app.addHook('onSend', (_request, _reply, payload, done) => {
    const isLong = typeof payload === 'string' && payload.length > LONG_BODY
    done(null, isLong ? Buffer.from(payload) : payload)
  })
}
