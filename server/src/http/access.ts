import { mayOpen, type Section } from '@sevadesk/contract/section.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { forbidden, HttpError, unauthenticated } from '../errors.ts'
import { type Credential, readCredential } from './credentials.ts'
import { assertPanelOrigin, isFromPanel } from './origin.ts'
import type { SignedIn } from './signed-in.ts'

/**
 * Who may call a route: anyone, anyone signed in, or whoever may open at least one of the sections. `site` is for what the public
 * site's own pages do, also by POST: anyone may call it, and one who brings a live session is known.
 */
export type Access = 'public' | 'site' | 'signed-in' | readonly Section[]

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Open too to an admin who has to change their password first. */
    isOpenBeforePasswordChange?: boolean
  }
  interface FastifyRequest {
    /** Who is asking; null on public routes, and on those of the site for a caller without a session. */
    admin: SignedIn | null
    /** On a route of the site: whether the caller's browser still sends a session that is over. `admin` is null then. */
    hasEndedSession: boolean
  }
}

const SESSION_ENDED = {
  en: 'Your session has ended. Please log in again.',
  hi: 'आपका लॉगिन ख़त्म हो गया है। फिर से लॉगिन करें।',
}

function passwordChangeRequired(): HttpError {
  return new HttpError(403, 'must_change_password', {
    en: 'Please change your password first. Your current password was created for you.',
    hi: 'पहले अपना पासवर्ड बदलें। अभी का पासवर्ड आपके लिए बनाया गया था।',
  })
}

interface AccessDependencies extends Pick<Config, 'panelOrigins' | 'sessionCookie'> {
  /** The admin of a live session's token, and null for any other. */
  authenticate(token: string): Promise<SignedIn | null>
}

/** Holds every route to the access that it declares, and refuses to start with one that declares none. */
export function registerAccess(app: FastifyInstance, { authenticate, ...config }: AccessDependencies): void {
  const { panelOrigins } = config
  const undeclared: string[] = []

  app.addHook('onRoute', (route) => {
    if (route.method !== 'OPTIONS' && route.config?.access === undefined)
      undeclared.push(`${route.method} ${route.url}`)
  })
  app.addHook('onReady', async () => {
    if (undeclared.length > 0) throw new Error(`These routes do not say who may call them: ${undeclared.join(', ')}.`)
  })

  app.decorateRequest('admin', null)
  app.decorateRequest('hasEndedSession', false)
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access
    if (access === undefined || access === 'public') return
    const credential = readCredential(request, config)
    if (access === 'site') {
      if (credential) await recogniseVisitor(request, credential)
      return
    }
    if (!credential) throw unauthenticated()
    if (credential.carrier === 'cookie' && isWrite(request)) assertPanelOrigin(request, panelOrigins)
    request.admin = await authenticate(credential.token)
    if (!request.admin) throw unauthenticated(SESSION_ENDED)
    assertMayCall(request, request.admin, access)
  })

  /** A bad bearer is refused, as everywhere. A cookie may come along with any page's call: it counts only where it would elsewhere. */
  async function recogniseVisitor(request: FastifyRequest, { carrier, token }: Credential): Promise<void> {
    if (carrier === 'cookie' && isWrite(request) && !isFromPanel(request, panelOrigins)) return
    const admin = await authenticate(token)
    // Who has yet to change their password is, on the public site, nobody.
    request.admin = admin?.mustChangePassword ? null : admin
    if (admin) return
    if (carrier === 'bearer') throw unauthenticated(SESSION_ENDED)
    request.hasEndedSession = true
  }
}

/** Throws forbidden(), in other words for one who has to change their password first. */
function assertMayCall(request: FastifyRequest, admin: SignedIn, access: 'signed-in' | readonly Section[]): void {
  if (admin.mustChangePassword && !request.routeOptions.config.isOpenBeforePasswordChange)
    throw passwordChangeRequired()
  if (access === 'signed-in' || access.some((section) => mayOpen(admin, section))) return
  request.log.warn({ adminId: admin.id, needs: access }, 'access denied')
  throw forbidden()
}

/** For a section that only the request itself names. Throws forbidden(), and unauthenticated() when nobody is signed in. */
export function assertMayOpen(request: FastifyRequest, section: Section): void {
  if (!request.admin) throw unauthenticated()
  if (mayOpen(request.admin, section)) return
  request.log.warn({ adminId: request.admin.id, needs: [section] }, 'access denied')
  throw forbidden()
}

function isWrite(request: FastifyRequest): boolean {
  return request.method !== 'GET' && request.method !== 'HEAD'
}
