import type { FastifyReply, FastifyRequest } from 'fastify'

/** How a caller shows a session. The token is the secret itself. */
export interface Credential {
  carrier: 'bearer' | 'cookie'
  token: string
}

/** A bearer, when sent, decides alone, even a bad one: a page that sends both means the bearer. */
export function readCredential(request: FastifyRequest): Credential | null {
  const bearer = readBearer(request)
  if (bearer !== null) return { carrier: 'bearer', token: bearer }
  const cookie = readSessionCookie(request)
  return cookie === null ? null : { carrier: 'cookie', token: cookie }
}

/** Other schemes are not ours: a proxy in front may well ask for a password of its own. */
function readBearer(request: FastifyRequest): string | null {
  const match = /^bearer(?:\s+(.*))?$/i.exec(request.headers.authorization ?? '')
  return match ? (match[1] ?? '').trim() : null
}

export function readSessionCookie(request: FastifyRequest): string | null {
  return request.cookies[cookieName(request)] || null
}

/** `maxAgeMs` is the longest the session can last; the server ends an idle one sooner. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string, maxAgeMs: number): void {
  reply.setCookie(cookieName(request), token, { ...cookieOptions(request), maxAge: Math.floor(maxAgeMs / 1000) })
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName(request), cookieOptions(request))
}

/** The prefix makes browsers refuse a cookie of that name from a neighbouring host or over plain http. */
function cookieName(request: FastifyRequest): string {
  return isSecure(request) ? '__Host-sevadesk_session' : 'sevadesk_session'
}

function cookieOptions(request: FastifyRequest) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(request) } as const
}

/** As the trusted proxy tells; without one, the connection itself. */
function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https'
}
