import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isFromPanel } from './origin.ts'

const READS = ['GET', 'HEAD']
/** Of calls to the routes with the access `site`. */
const SITE_METHODS = [...READS, 'POST']
/** The longest that Chromium heeds: each question costs a far phone a round trip more. */
const PREFLIGHT_MAX_AGE_SECONDS = 7200

/**
 * Pages of the panel's origins may call everything, with the session cookie. Pages of the public site may read what is public and
 * call the routes that are there for them, without credentials. No other page gets to see an answer.
 */
export async function registerCors(
  app: FastifyInstance,
  { panelOrigins, siteOrigins }: Pick<Config, 'panelOrigins' | 'siteOrigins'>,
): Promise<void> {
  const forPanel: FastifyCorsOptions = {
    origin: [...panelOrigins],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Content-Type', 'Authorization', 'Idempotency-Key'],
    exposedHeaders: ['Content-Disposition', 'Retry-After'],
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
  }
  const toRead: FastifyCorsOptions = { origin: [...siteOrigins], methods: READS, maxAge: PREFLIGHT_MAX_AGE_SECONDS }
  const toCall: FastifyCorsOptions = {
    ...toRead,
    methods: SITE_METHODS,
    allowedHeaders: ['Content-Type'],
    exposedHeaders: ['Content-Disposition', 'Retry-After'],
  }
  const siteRoutes = new SiteRoutes(app)

  await app.register(cors, () => async (request: FastifyRequest): Promise<FastifyCorsOptions> => {
    const { origin } = request.headers
    if (isFromPanel(request, panelOrigins)) return forPanel
    if (origin === undefined || !siteOrigins.includes(origin)) return { origin: false }
    const method = request.method === 'OPTIONS' ? request.headers['access-control-request-method'] : request.method
    if (method !== undefined && siteRoutes.have(method, request.url)) return toCall
    return isPublicRead(request) ? toRead : { origin: false }
  })
}

/** A preflight names the method to come; whether that route is public shows in the call itself. */
function isPublicRead(request: FastifyRequest): boolean {
  if (request.method === 'OPTIONS') return READS.includes(request.headers['access-control-request-method'] ?? '')
  return READS.includes(request.method) && request.routeOptions.config.access === 'public'
}

/** The routes with the access `site`, to be told by an address: a preflight has a route of its own, not that of the call to come. */
class SiteRoutes {
  readonly #routes: { method: string; pattern: RegExp }[] = []

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ method, url, config }) => {
      if (config?.access !== 'site') return
      const pattern = new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}/?$`)
      for (const each of [method].flat()) this.#routes.push({ method: each, pattern })
    })
  }

  have(method: string, url: string): boolean {
    const path = url.split('?')[0] ?? url
    return this.#routes.some((route) => route.method === method && route.pattern.test(path))
  }
}
