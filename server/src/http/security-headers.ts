import { API_BASE_PATH } from '@sevadesk/contract/base/endpoint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
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

/**
 * Sets strict headers on every response. The panel needs no inline and no third-party code; pictures
 * and videos may come from `mediaOrigin`. The
 * headers are those of helmet, which would compute them for every request.
 */
export function registerSecurityHeaders(
  app: FastifyInstance,
  { logoUrl }: Pick<Config, 'logoUrl'>,
  mediaOrigin: string | undefined,
): void {
  const headers = {
    ...FALLBACK_HEADERS,
    'content-security-policy': contentSecurityPolicy(logoUrl, mediaOrigin),
    'origin-agent-cluster': '?1',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-permitted-cross-domain-policies': 'none',
    // Turns off a filter of old browsers that can itself be attacked.
    'x-xss-protection': '0',
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    // Only over https: a trust that runs over plain http on its own network must not be locked out.
    if (request.protocol === 'https') reply.header('strict-transport-security', HSTS)
    if (isApiUrl(request.url)) reply.header('cache-control', isPublicRead(request) ? 'no-cache' : 'no-store')
    done()
  })
}

function contentSecurityPolicy(logoUrl: string | undefined, mediaOrigin: string | undefined): string {
  const media = mediaOrigin === undefined ? [] : [mediaOrigin]
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    ["img-src 'self' data: blob:", ...originOf(logoUrl), ...media].join(' '),
    ["media-src 'self' blob:", ...media].join(' '),
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';')
}

function isPublicRead({ method, routeOptions }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && routeOptions.config.access === 'public'
}

export function isApiUrl(url: string): boolean {
  return url === API_BASE_PATH || url.startsWith(`${API_BASE_PATH}/`) || url.startsWith(`${API_BASE_PATH}?`)
}

function originOf(address: string | undefined): string[] {
  return address !== undefined && URL.canParse(address) ? [new URL(address).origin] : []
}
