import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isFromPanel } from './origin.ts'

const READS = ['GET', 'HEAD']
const PREFLIGHT_MAX_AGE_SECONDS = 600

/**
 * Pages of the panel's origins may call everything, with the session cookie. Pages of the public site may read what is public,
 * without credentials. No other page gets to see an answer.
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
  const forSite: FastifyCorsOptions = { origin: [...siteOrigins], methods: READS, maxAge: PREFLIGHT_MAX_AGE_SECONDS }

  await app.register(cors, () => async (request: FastifyRequest): Promise<FastifyCorsOptions> => {
    const { origin } = request.headers
    if (isFromPanel(request, panelOrigins)) return forPanel
    if (origin !== undefined && siteOrigins.includes(origin) && isPublicRead(request)) return forSite
    return { origin: false }
  })
}

/** A preflight names the method to come; whether that route is public shows in the call itself. */
function isPublicRead(request: FastifyRequest): boolean {
  if (request.method === 'OPTIONS') return READS.includes(request.headers['access-control-request-method'] ?? '')
  return READS.includes(request.method) && request.routeOptions.config.access === 'public'
}
