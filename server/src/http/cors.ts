import cors, { type FastifyCorsOptions } from '@fastify/cors'
import { DEVICE_MARK_HEADER } from '@sevadesk/contract/accounts/session.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isFromPanel } from './credentials.ts'

const READS = ['GET', 'HEAD']
const SITE_METHODS = [...READS, 'POST']
/** The maximum that Chromium honours. */
const PREFLIGHT_MAX_AGE_SECONDS = 7200

/**
 * The panel's origins may call everything with the session cookie. The public site's origins may
 * read public routes and call `site` routes, without credentials. No other page can read a
 * response.
 */
export async function registerCors(
  app: FastifyInstance,
  { panelOrigins, siteOrigins }: Pick<Config, 'panelOrigins' | 'siteOrigins'>,
): Promise<void> {
  const forPanel: FastifyCorsOptions = {
    origin: [...panelOrigins],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Content-Type', 'Authorization', 'Idempotency-Key', 'If-Match', DEVICE_MARK_HEADER],
    exposedHeaders: ['Content-Disposition', 'Retry-After'],
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
  }
  const toRead: FastifyCorsOptions = { origin: [...siteOrigins], methods: READS, maxAge: PREFLIGHT_MAX_AGE_SECONDS }
  const toCall: FastifyCorsOptions = {
    ...toRead,
    methods: SITE_METHODS,
    allowedHeaders: ['Content-Type', 'Idempotency-Key'],
    exposedHeaders: ['Content-Disposition', 'Retry-After'],
  }
  const siteRoutes = new SiteRoutes(app)

  await app.register(cors, () => async (request: FastifyRequest): Promise<FastifyCorsOptions> => {
    const { origin } = request.headers
    if (isFromPanel(request, panelOrigins)) return forPanel
    if (origin === undefined || !siteOrigins.includes(origin)) return { origin: false }
    const method = request.method === 'OPTIONS' ? request.headers['access-control-request-method'] : request.method
    if (method !== undefined && siteRoutes.match(method, request.url)) return toCall
    return isPublicRead(request) ? toRead : { origin: false }
  })
}

/** A preflight shows only the method; the request itself shows whether its route is public. */
function isPublicRead(request: FastifyRequest): boolean {
  if (request.method === 'OPTIONS') return READS.includes(request.headers['access-control-request-method'] ?? '')
  return READS.includes(request.method) && request.routeOptions.config.access === 'public'
}

/**
 * Matches `site` routes by URL, because a preflight request is not routed to the route that it asks
 * for.
 */
class SiteRoutes {
  readonly #routes: { method: string; pattern: RegExp }[] = []

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ method, url, config }) => {
      if (config?.access !== 'site') return
      const pattern = new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}/?$`)
      for (const each of [method].flat()) this.#routes.push({ method: each, pattern })
    })
  }

  match(method: string, url: string): boolean {
    const path = url.split('?')[0] ?? url
    return this.#routes.some((route) => route.method === method && route.pattern.test(path))
  }
}
