import {
  deleteSession,
  listSessions,
  login,
  logout,
  revokeOtherSessions,
  revokeSession,
} from '@sevadesk/contract/session.ts'
import * as schemas from '@sevadesk/contract/session-schemas.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isId } from '../../db/id.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { HttpError, notFound } from '../../errors.ts'
import {
  assertCookieCanBeStored,
  clearSessionCookie,
  readCredential,
  readSessionCookie,
  setSessionCookie,
} from '../../http/credentials.ts'
import { assertNoForeignOrigin, assertPanelOrigin, isFromPanel } from '../../http/origin.ts'
import { route } from '../../http/route.ts'
import * as service from './session-service.ts'
import * as store from './session-store.ts'

export function sessionRoutes(app: FastifyInstance, parts: AppDependencies): void {
  const { config, db } = parts

  route(app, login, schemas.login, 'public', async (request, reply) => {
    // A foreign page could otherwise sign a visitor in to an account of its own.
    assertNoForeignOrigin(request, config.panelOrigins)
    assertCookieCanBeStored(request, config)
    const { username, password } = request.body
    const attempt = { username, password, ip: request.ip, userAgent: request.headers['user-agent'] ?? '' }
    const { token, adminId } = await service.login(db, config, attempt).catch((error: unknown) => {
      // What was typed as a name may be a password in the wrong field, so it is not written down.
      if (error instanceof HttpError) request.log.warn({ ip: request.ip, code: error.code }, 'sign-in failed')
      throw error
    })
    // Of a browser that has both, or the bearer alone, no former session stays open behind the new one.
    for (const former of [readCredential(request, config)?.token, readSessionCookie(request, config)])
      if (former) await service.endSession(db, former)
    request.log.info({ ip: request.ip, adminId }, 'signed in')
    setSessionCookie(request, reply, token, config)
    return { success: true, message: 'Logged in successfully', token }
  })

  /** Public, because signing out when the session is over already is no failure to the person who asks for it. */
  route(app, logout, schemas.logout, 'public', async (request, reply) => {
    // A form on a foreign page arrives without our cookie, but the answer would clear it.
    assertNoForeignOrigin(request, config.panelOrigins)
    const credential = readCredential(request, config)
    if (credential?.carrier === 'cookie') assertPanelOrigin(request, config.panelOrigins)
    if (credential) await service.endSession(db, credential.token)
    await leaveBrowser(request, reply)
    return { success: true, message: 'Logged out successfully' }
  })

  /** A browser that sends a bearer may hold a cookie of an older sign-in beside it. */
  async function leaveBrowser(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const cookie = readSessionCookie(request, config)
    if (cookie !== null && isFromPanel(request, config.panelOrigins)) await service.endSession(db, cookie)
    clearSessionCookie(request, reply, config)
  }

  route(app, listSessions, schemas.listSessions, 'signed-in', async ({ admin }) => ({
    success: true,
    data: await service.listSessions(parts, admin),
  }))

  route(app, revokeSession, schemas.revokeSession, 'signed-in', async (request, reply) => {
    const { admin, params } = request
    const isTheirs =
      isId(params.sessionId) && (await store.revokeOwnSession(db, admin.id, params.sessionId, new Date()))
    if (!isTheirs) throw noSuchSession()
    if (params.sessionId === admin.sessionId) await leaveBrowser(request, reply)
    return { success: true, message: 'The session has been logged out.' }
  })

  route(app, revokeOtherSessions, schemas.revokeOtherSessions, 'signed-in', async ({ admin }) => {
    await store.revokeSessionsOf(db, admin.id, new Date(), admin.sessionId)
    return { success: true, message: 'All other sessions have been logged out.' }
  })

  route(app, deleteSession, schemas.deleteSession, 'signed-in', async (request, reply) => {
    const { admin, params } = request
    const isTheirs = isId(params.sessionId) && (await store.deleteOwnSession(db, admin.id, params.sessionId))
    if (!isTheirs) throw noSuchSession()
    if (params.sessionId === admin.sessionId) await leaveBrowser(request, reply)
    return { success: true, message: 'The session has been deleted.' }
  })
}

/** The same for one of somebody else, so that nobody learns which ids there are. */
function noSuchSession(): HttpError {
  return notFound({
    en: 'This session is no longer in your list.',
    hi: 'यह लॉगिन अब आपकी सूची में नहीं है।',
  })
}
