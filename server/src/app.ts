import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { registerAccess } from './http/access.ts'
import { JSON_BODY_LIMIT, registerBodies } from './http/body.ts'
import { registerErrorHandler } from './http/error-handler.ts'
import type { Parts } from './parts.ts'
import { adminRoutes } from './resources/admins/admin-routes.ts'
import { authenticate } from './resources/sessions/session-service.ts'
import { sessionRoutes } from './resources/sessions/session-routes.ts'

/** The server without a port: plugins first, then each resource. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { config, db } = parts
  const app = Fastify({
    bodyLimit: JSON_BODY_LIMIT,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    routerOptions: { ignoreTrailingSlash: true },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: 'all', allErrors: true } },
    logger: { level: config.logLevel },
  })
  registerErrorHandler(app)
  await app.register(cookie)
  registerBodies(app)
  registerAccess(app, {
    panelOrigins: config.panelOrigins,
    authenticate: (token) => authenticate(db, config, token),
  })

  sessionRoutes(app, parts)
  adminRoutes(app, parts)
  return app
}
