import { DEVICE_MARK_HEADER, login } from '@sevadesk/contract/accounts/session.ts'
import { API_BASE_PATH } from '@sevadesk/contract/base/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { forbidden } from '../errors.ts'
import { localised } from '../text/localised-text.ts'

/** The longest that browsers keep a cookie. */
const DEVICE_COOKIE_SECONDS = 400 * 24 * 60 * 60

type CookieKind = Pick<Config, 'sessionCookie'>

export interface Credential {
  carrier: 'bearer' | 'cookie'
  token: string
}

/** A bearer token takes precedence over the cookie, even if the token is invalid. */
export function readCredential(request: FastifyRequest, config: CookieKind): Credential | null {
  const bearer = readBearer(request)
  if (bearer !== null) return { carrier: 'bearer', token: bearer }
  const [cookie] = readSessionCookies(request, config)
  return cookie === undefined ? null : { carrier: 'cookie', token: cookie }
}

/** Ignores other schemes, such as Basic, which a proxy may use. */
function readBearer(request: FastifyRequest): string | null {
  const match = /^bearer(?:\s+(.*))?$/i.exec(request.headers.authorization ?? '')
  return match ? (match[1] ?? '').trim() : null
}

/**
 * The first signs in. The second is of an earlier version or another port; or another installation's,
 * whose token is none of ours.
 */
export function readSessionCookies(request: FastifyRequest, config: CookieKind): string[] {
  const name = cookieName(request, config)
  return [request.cookies[name + portSuffix(request)], request.cookies[name]].flatMap((token) => token || [])
}

/** The cookie lasts as long as the longest session; the server ends idle sessions earlier. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string, config: Config): void {
  const maxAge = Math.floor(config.sessionMaxMs / 1000)
  reply.setCookie(cookieName(request, config) + portSuffix(request), token, {
    ...cookieOptions(request, config),
    maxAge,
  })
}

/**
 * Uses the attributes of setSessionCookie: a browser stores cookies with and without `Partitioned`
 * separately. A cookie without a port stays: it may be another installation's.
 */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  reply.clearCookie(cookieName(request, config) + portSuffix(request), cookieOptions(request, config))
}

/** Returns the browser's device marks: those of the cookie, and those beside a bearer token. */
export function readDeviceMarks(request: FastifyRequest, config: CookieKind): string {
  const header = request.headers[DEVICE_MARK_HEADER.toLowerCase()]
  const name = deviceCookieName(request, config)
  return [request.cookies[name + portSuffix(request)], request.cookies[name], header]
    .filter((marks) => marks !== undefined)
    .join('~')
}

/** Sent with sign-ins only. */
export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, marks: string, config: Config): void {
  const options = { ...cookieOptions(request, config), path: API_BASE_PATH + login.path, maxAge: DEVICE_COOKIE_SECONDS }
  reply.setCookie(deviceCookieName(request, config) + portSuffix(request), marks, options)
}

/**
 * Throws forbidden() when the panel is on another site and the request did not come over https: the
 * browser would silently drop the cookie, and the login screen would appear again.
 */
export function assertCookieCanBeStored(request: FastifyRequest, { sessionCookie }: CookieKind): void {
  const { origin, host } = request.headers
  if (sessionCookie === 'same-site' || isSecure(request)) return
  if (origin === undefined || origin === `http://${host}`) return
  request.log.warn({ origin }, 'sign-in refused: SESSION_COOKIE=cross-site needs https')
  throw forbidden(
    localised(
      'The request did not arrive over https. Ask the person who runs the server to add the proxy to TRUSTED_PROXIES.',
    ),
  )
}

/**
 * With the prefix `__Host-` browsers refuse a cookie from a sibling host or over plain http. Each
 * value of SESSION_COOKIE has its own cookie name: after a change, browsers would send an old
 * cookie of the same name first, which would break every login.
 */
function cookieName(request: FastifyRequest, { sessionCookie }: CookieKind): string {
  if (!isSecure(request)) return 'sevadesk_session'
  return sessionCookie === 'same-site' ? '__Host-sevadesk_session' : '__Host-sevadesk_cross_session'
}

/** Browsers send a cookie to all ports of its host: installations there need names of their own. */
function portSuffix({ port }: FastifyRequest): string {
  return port === null || port === 80 || port === 443 ? '' : `_${port}`
}

/** As cookieName(). Browsers allow a path only without `__Host-`. */
function deviceCookieName(request: FastifyRequest, { sessionCookie }: CookieKind): string {
  if (!isSecure(request)) return 'sevadesk_device'
  return sessionCookie === 'same-site' ? '__Secure-sevadesk_device' : '__Secure-sevadesk_cross_device'
}

/**
 * A panel on another site needs `SameSite=None` and `Secure`, and `Partitioned` in browsers that
 * block third-party cookies. Over plain http, as on localhost, only the same-site cookie works.
 */
function cookieOptions(request: FastifyRequest, { sessionCookie }: CookieKind) {
  const always = { httpOnly: true, path: '/' } as const
  if (!isSecure(request)) return { ...always, sameSite: 'lax', secure: false } as const
  if (sessionCookie === 'same-site') return { ...always, sameSite: 'lax', secure: true } as const
  return { ...always, sameSite: 'none', secure: true, partitioned: true } as const
}

function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https'
}

/**
 * Browsers send an Origin header with every write. A write by cookie without that header, or from
 * another site, is forged (CSRF).
 */
export function assertPanelOrigin(request: FastifyRequest, panelOrigins: readonly string[]): void {
  if (isFromPanel(request, panelOrigins)) return
  request.log.warn({ origin: request.headers.origin ?? null }, 'origin refused')
  throw forbidden(
    localised(
      'This web address is not allowed to use the panel. Ask the person who runs the server to add it to PANEL_ORIGINS.',
    ),
  )
}

const LOCALHOST = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/

/**
 * If the server runs over https, a localhost page is on the visitor's machine, not the server's: it
 * must not use a cookie that is sent across sites.
 */
export function isFromPanel(request: FastifyRequest, panelOrigins: readonly string[]): boolean {
  const { origin } = request.headers
  if (origin === undefined || !panelOrigins.includes(origin)) return false
  return request.protocol !== 'https' || !LOCALHOST.test(origin)
}

/**
 * For calls without a session: allows clients that send no origin, refuses pages of other sites.
 */
export function assertNoForeignOrigin(request: FastifyRequest, panelOrigins: readonly string[]): void {
  if (request.headers.origin !== undefined) assertPanelOrigin(request, panelOrigins)
}
