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
  readDeviceMarks,
  readSessionCookie,
  setDeviceCookie,
  setSessionCookie,
} from '../../http/credentials.ts'
import { assertNoForeignOrigin, assertPanelOrigin, isFromPanel } from '../../http/origin.ts'
import { route } from '../../http/route.ts'
import * as service from './session-service.ts'
import * as store from './session-store.ts'

export function sessionRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { config, db } = dependencies

  route(app, login, schemas.login, 'public', async (request, reply) => {
    // Otherwise another site could sign its visitors in to an attacker's account.
    assertNoForeignOrigin(request, config.panelOrigins)
    assertCookieCanBeStored(request, config)
    const { username, password } = request.body
    const userAgent = request.headers['user-agent'] ?? ''
    const attempt = { username, password, ip: request.ip, userAgent, deviceMarks: readDeviceMarks(request, config) }
    const { token, adminId, deviceMarks } = await service.login(db, config, attempt).catch((error: unknown) => {
      // Does not log the username, which may be a password typed into the wrong field.
      if (error instanceof HttpError) request.log.warn({ ip: request.ip, code: error.code }, 'sign-in failed')
      throw error
    })
    // Ends the previous sessions: a browser may send a cookie, a bearer token or both.
    for (const previous of [readCredential(request, config)?.token, readSessionCookie(request, config)])
      if (previous) await service.endSession(db, previous)
    request.log.info({ ip: request.ip, adminId }, 'signed in')
    setSessionCookie(request, reply, token, config)
    setDeviceCookie(request, reply, deviceMarks, config)
    return { success: true, message: 'Logged in successfully', token, device: deviceMarks }
  })

  /** Public, because signing out after the session has ended is not a failure. */
  route(app, logout, schemas.logout, 'public', async (request, reply) => {
    // A form on another site sends no SameSite cookie, but the response would clear the cookie.
    assertNoForeignOrigin(request, config.panelOrigins)
    const credential = readCredential(request, config)
    if (credential?.carrier === 'cookie') assertPanelOrigin(request, config.panelOrigins)
    if (credential) await service.endSession(db, credential.token)
    await endBrowserSession(request, reply)
    return { success: true, message: 'Logged out successfully' }
  })

  /** A browser that sends a bearer token may also hold the cookie of an older session. */
  async function endBrowserSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const cookie = readSessionCookie(request, config)
    if (cookie !== null && isFromPanel(request, config.panelOrigins)) await service.endSession(db, cookie)
    clearSessionCookie(request, reply, config)
  }

  route(app, listSessions, schemas.listSessions, 'signed-in', async ({ admin }) => ({
    success: true,
    data: await service.listSessions(dependencies, admin),
  }))

  route(app, revokeSession, schemas.revokeSession, 'signed-in', async (request, reply) => {
    const { admin, params } = request
    const isOwn = isId(params.sessionId) && (await store.revokeOwnSession(db, admin.id, params.sessionId, new Date()))
    if (!isOwn) throw noSuchSession()
    if (params.sessionId === admin.sessionId) await endBrowserSession(request, reply)
    return { success: true, message: 'The session has been logged out.' }
  })

  route(app, revokeOtherSessions, schemas.revokeOtherSessions, 'signed-in', async ({ admin }) => {
    await store.revokeSessionsOf(db, admin.id, new Date(), admin.sessionId)
    return { success: true, message: 'All other sessions have been logged out.' }
  })

  route(app, deleteSession, schemas.deleteSession, 'signed-in', async (request, reply) => {
    const { admin, params } = request
    const isOwn = isId(params.sessionId) && (await store.deleteOwnSession(db, admin.id, params.sessionId))
    if (!isOwn) throw noSuchSession()
    if (params.sessionId === admin.sessionId) await endBrowserSession(request, reply)
    return { success: true, message: 'The session has been deleted.' }
  })
}

/** Also thrown for a session of another account, so that ids cannot be probed. */
function noSuchSession(): HttpError {
  return notFound({
    en: 'This session is no longer in your list.',
    hi: 'यह लॉगिन अब आपकी सूची में नहीं है।',
  })
}
