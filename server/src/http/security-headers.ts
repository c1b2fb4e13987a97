import helmet from '@fastify/helmet'
import { API_BASE_PATH } from '@sevadesk/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

const PERMISSIONS = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()'
const HSTS = 'max-age=31536000'

/** For responses that are sent before any hook has run. */
export const FALLBACK_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': PERMISSIONS,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Sets strict headers on every response. The panel needs no inline and no third-party code. */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  { logoUrl }: Pick<Config, 'logoUrl'>,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...originOf(logoUrl)],
        mediaSrc: ["'self'", 'blob:'],
        formAction: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    // Set below over https only: a trust that runs over plain http on its own network must not be
    // locked out.
    hsts: false,
  })

  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', PERMISSIONS)
    if (request.protocol === 'https') reply.header('strict-transport-security', HSTS)
    if (!isApiUrl(request.url)) return
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isPublicRead = isRead && request.routeOptions.config.access === 'public'
    reply.header('cache-control', isPublicRead ? 'no-cache' : 'no-store')
  })
}

export function isApiUrl(url: string): boolean {
  return url === API_BASE_PATH || url.startsWith(`${API_BASE_PATH}/`) || url.startsWith(`${API_BASE_PATH}?`)
}

function originOf(address: string | undefined): string[] {
  return address !== undefined && URL.canParse(address) ? [new URL(address).origin] : []
}
