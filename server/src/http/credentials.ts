import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { forbidden } from '../errors.ts'

type CookieKind = Pick<Config, 'sessionCookie'>

/** How a caller shows a session. The token is the secret itself. */
export interface Credential {
  carrier: 'bearer' | 'cookie'
  token: string
}

/** A bearer, when sent, decides alone, even a bad one: a page that sends both means the bearer. */
export function readCredential(request: FastifyRequest, config: CookieKind): Credential | null {
  const bearer = readBearer(request)
  if (bearer !== null) return { carrier: 'bearer', token: bearer }
  const cookie = readSessionCookie(request, config)
  return cookie === null ? null : { carrier: 'cookie', token: cookie }
}

/** Other schemes are not ours: a proxy in front may well ask for a password of its own. */
function readBearer(request: FastifyRequest): string | null {
  const match = /^bearer(?:\s+(.*))?$/i.exec(request.headers.authorization ?? '')
  return match ? (match[1] ?? '').trim() : null
}

export function readSessionCookie(request: FastifyRequest, config: CookieKind): string | null {
  return request.cookies[cookieName(request, config)] || null
}

/** The cookie lasts as long as a session can at most; the server ends an idle one sooner. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string, config: Config): void {
  const maxAge = Math.floor(config.sessionMaxMs / 1000)
  reply.setCookie(cookieName(request, config), token, { ...cookieOptions(request, config), maxAge })
}

/** A cookie goes only by what it came with: a browser keeps one with `Partitioned` apart from one without. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  reply.clearCookie(cookieName(request, config), cookieOptions(request, config))
}

/**
 * Throws forbidden() where the panel is on another site and this call seems to have come over plain http: the browser would drop
 * the cookie without a word, and whoever signs in would be asked to sign in.
 */
export function assertCookieCanBeStored(request: FastifyRequest, { sessionCookie }: CookieKind): void {
  const { origin, host } = request.headers
  if (sessionCookie === 'same-site' || isSecure(request)) return
  if (origin === undefined || origin === `http://${host}`) return
  request.log.warn({ origin }, 'a sign-in for SESSION_COOKIE=cross-site came without https')
  throw forbidden({
    en: 'The request did not arrive over https. Ask the person who runs the server to add the proxy to TRUSTED_PROXIES.',
    hi: 'यह अनुरोध https से नहीं आया। सर्वर देखने वाले से कहें कि प्रॉक्सी को TRUSTED_PROXIES में जोड़ें।',
  })
}

/**
 * The prefix makes browsers refuse a cookie of that name from a neighbouring host or over plain http. Each kind has a name of its own: a
 * browser keeps the two apart, and after a change of the setting an old one would come first and stand in the way of every login.
 */
function cookieName(request: FastifyRequest, { sessionCookie }: CookieKind): string {
  if (!isSecure(request)) return 'sevadesk_session'
  return sessionCookie === 'same-site' ? '__Host-sevadesk_session' : '__Host-sevadesk_cross_session'
}

/**
 * For a panel on another site browsers ask for `None` and `Secure`; with `Partitioned`, those that block cookies of other sites keep it
 * all the same, for that panel alone. Over plain http, as on the server's own machine, only the usual cookie works.
 */
function cookieOptions(request: FastifyRequest, { sessionCookie }: CookieKind) {
  const always = { httpOnly: true, path: '/' } as const
  if (!isSecure(request)) return { ...always, sameSite: 'lax', secure: false } as const
  if (sessionCookie === 'same-site') return { ...always, sameSite: 'lax', secure: true } as const
  return { ...always, sameSite: 'none', secure: true, partitioned: true } as const
}

/** As the trusted proxy tells; without one, the connection itself. */
function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https'
}
