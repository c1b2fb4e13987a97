import { type DonationRight, mayInDonations } from '@sevadesk/contract/accounts/donation-rights.ts'
import { mayOpen, type Section } from '@sevadesk/contract/accounts/section.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { forbidden, HttpError, unauthenticated } from '../errors.ts'
import { localised } from '../text/localised-text.ts'
import { assertPanelOrigin, type Credential, isFromPanel, readCredential } from './credentials.ts'
import type { SignedIn } from './signed-in.ts'

/**
 * Who may call a route. `public`: anyone. `site`: anyone, also by POST from the public site; a
 * session is recognised but not needed. A list: accounts that may open at least one of its
 * sections.
 */
export type Access = 'public' | 'site' | 'signed-in' | readonly Section[]

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** What a caller needs who may call the route by the section Donations. */
    donationRight?: DonationRight
    /** Whether an admin may call the route before a required password change. */
    isOpenBeforePasswordChange?: boolean
    /** Whether the call does not count as use of the session. */
    isBackground?: boolean
    /** Whether an admin may call the route before a required set-up of the second step. */
    isOpenBeforeSecondStep?: boolean
    /**
     * Checks a right that depends on the address, before the body is read. Throws forbidden().
     */
    assertAccess?(request: FastifyRequest): void
  }
  interface FastifyRequest {
    /** The signed-in admin; null on public routes, and on site routes without a session. */
    admin: SignedIn | null
    /**
     * On site routes: whether the browser sent the cookie of an ended session. `admin` is null
     * then.
     */
    hasEndedSession: boolean
    /** What was checked; null on public and site routes. */
    checkedAccess: CheckedAccess | null
  }
}

interface CheckedAccess {
  /** Sections that `assertMayOpen` checked, besides those of the route. */
  sections: Set<Section>
  /** Repeats the checks within a transaction, and throws like them. */
  recheck(transaction: Db): Promise<void>
}

const SESSION_ENDED = localised('Your session has ended. Please log in again.')

function passwordChangeRequired(): HttpError {
  return new HttpError(
    403,
    'must_change_password',
    localised('Please change your password first. Your current password was created for you.'),
  )
}

function secondStepRequired(): HttpError {
  return new HttpError(
    403,
    'must_set_up_second_step',
    localised('Please set up two-step sign-in first. Your trust requires it for your account.'),
  )
}

interface AccessDependencies extends Pick<Config, 'panelOrigins' | 'sessionCookie'> {
  /**
   * Returns the admin whose live session has this token, otherwise null. With `checkedAt`, the
   * session must have been live then, and its use is not recorded.
   */
  authenticate(token: string, check?: { transaction?: Db; checkedAt: Date }): Promise<SignedIn | null>
}

/**
 * Enforces each route's declared access before the body is read, so that a refusal costs the same
 * whatever was sent. Startup fails if a route declares none.
 */
export function registerAccess(app: FastifyInstance, { authenticate, ...config }: AccessDependencies): void {
  const { panelOrigins } = config
  const undeclared: string[] = []

  app.addHook('onRoute', (route) => {
    if (route.method !== 'OPTIONS' && route.config?.access === undefined)
      undeclared.push(`${route.method} ${route.url}`)
  })
  app.addHook('onReady', async () => {
    if (undeclared.length > 0) throw new Error(`These routes declare no access: ${undeclared.join(', ')}.`)
  })

  app.decorateRequest('admin', null)
  app.decorateRequest('hasEndedSession', false)
  app.decorateRequest('checkedAccess', null)
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
    const checkedAt = new Date()
    const { isBackground } = request.routeOptions.config
    request.admin = await authenticate(credential.token, isBackground ? { checkedAt } : undefined)
    if (!request.admin) throw unauthenticated(SESSION_ENDED)
    assertMayCall(request, request.admin, access)
    request.routeOptions.config.assertAccess?.(request)
    const sections = new Set<Section>()
    const recheck = async (transaction: Db) => {
      request.admin = await authenticate(credential.token, { transaction, checkedAt })
      if (!request.admin) throw unauthenticated(SESSION_ENDED)
      assertMayCall(request, request.admin, access)
      for (const section of sections) assertMayOpen(request, section)
    }
    request.checkedAccess = { sections, recheck }
  })

  /**
   * Refuses an invalid bearer token, as on other routes. Ignores the cookie of a write that does
   * not come from the panel, because every page can make a browser send the cookie.
   */
  async function recogniseVisitor(request: FastifyRequest, { carrier, token }: Credential): Promise<void> {
    if (carrier === 'cookie' && isWrite(request) && !isFromPanel(request, panelOrigins)) return
    const admin = await authenticate(token)
    // Until what is required is done, site routes treat the admin as not signed in.
    request.admin = admin?.mustChangePassword || admin?.mustSetUpSecondStep ? null : admin
    if (admin) return
    if (carrier === 'bearer') throw unauthenticated(SESSION_ENDED)
    request.hasEndedSession = true
  }
}

function assertMayCall(request: FastifyRequest, admin: SignedIn, access: 'signed-in' | readonly Section[]): void {
  if (admin.mustChangePassword && !request.routeOptions.config.isOpenBeforePasswordChange)
    throw passwordChangeRequired()
  if (admin.mustSetUpSecondStep && !request.routeOptions.config.isOpenBeforeSecondStep) throw secondStepRequired()
  const { donationRight = 'view' } = request.routeOptions.config
  const opens = (section: Section) =>
    section === 'Donations' ? mayInDonations(admin, donationRight) : mayOpen(admin, section)
  if (access === 'signed-in' || access.some(opens)) return
  request.log.warn({ adminId: admin.id, needs: access }, 'access denied')
  throw forbidden()
}

/**
 * Checks a section that the request names. Throws forbidden(), or unauthenticated() if signed out.
 */
export function assertMayOpen(request: FastifyRequest, section: Section): void {
  if (!request.admin) throw unauthenticated()
  if (!mayOpen(request.admin, section)) {
    request.log.warn({ adminId: request.admin.id, needs: [section] }, 'access denied')
    throw forbidden()
  }
  request.checkedAccess?.sections.add(section)
}

/** Throws forbidden(), or unauthenticated() if signed out. */
export function assertSuperadmin({ admin, log }: FastifyRequest): void {
  if (!admin) throw unauthenticated()
  if (admin.role === 'superadmin') return
  log.warn({ adminId: admin.id, needs: 'superadmin' }, 'access denied')
  throw forbidden()
}

function isWrite(request: FastifyRequest): boolean {
  return request.method !== 'GET' && request.method !== 'HEAD'
}
