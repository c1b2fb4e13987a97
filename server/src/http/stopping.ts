import type { FastifyInstance } from 'fastify'
import { HttpError } from '../errors.ts'
import { localised } from '../text/localised-text.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the server will close soon. It still responds, and its health is 503. */
    isStopping: boolean
  }
}

const STOPPING = localised('The server is stopping. Please try again in a moment.')

/** While the server stops, each response closes its connection: the client's next request goes elsewhere. */
export function registerStop(app: FastifyInstance): void {
  app.decorate('isStopping', false)
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (app.isStopping) reply.header('connection', 'close')
    done(null, payload)
  })
}

/** Throws 503, so that a load balancer sends no further requests to a server that stops. */
export function assertNotStopping(app: FastifyInstance): void {
  if (app.isStopping) throw new HttpError(503, 'stopping', STOPPING, { retryAfter: 5 })
}
