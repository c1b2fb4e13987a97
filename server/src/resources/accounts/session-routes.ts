import {
  confirmSecondStep,
  getSecondStep,
  giveCode,
  renewRecoveryCodes,
  setUpSecondStep,
  turnOffSecondStep,
} from '@sevadesk/contract/accounts/second-step.ts'
import * as stepSchemas from '@sevadesk/contract/accounts/second-step-schemas.ts'
import {
  deleteSession,
  endTrust,
  listSessions,
  login,
  loginWithCode,
  logout,
  revokeOtherSessions,
  revokeSession,
} from '@sevadesk/contract/accounts/session.ts'
import * as schemas from '@sevadesk/contract/accounts/session-schemas.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isId } from '../../db/id.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { HttpError, notFound } from '../../errors.ts'
import {
  assertCookieCanBeStored,
  assertNoForeignOrigin,
  assertPanelOrigin,
  clearSessionCookie,
  isFromPanel,
  readCredential,
  readDeviceMarks,
  readSessionCookies,
  setDeviceCookie,
  setSessionCookie,
} from '../../http/credentials.ts'
import { route } from '../../http/route.ts'
import { localised } from '../../text/localised-text.ts'
import * as secondStep from './second-step-service.ts'
import * as ends from './session-end-service.ts'
import * as service from './session-service.ts'

export function sessionRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { config, db, history } = dependencies

  route(app, login, schemas.login, 'public', async (request, reply) => {
    // Otherwise another site could sign its visitors in to an attacker's account.
    assertNoForeignOrigin(request, config.panelOrigins)
    assertCookieCanBeStored(request, config)
    const { username, password } = request.body
    const login = service.login(dependencies, { username, password, ...loginOrigin(request) })
    return answerLogin(request, reply, await login.catch(logFailure(request)))
  })

  route(app, loginWithCode, schemas.loginWithCode, 'public', async (request, reply) => {
    assertNoForeignOrigin(request, config.panelOrigins)
    assertCookieCanBeStored(request, config)
    const { ticket, code, trustDevice = false } = request.body
    const attempt = { ticket, code, trustDevice, ...loginOrigin(request) }
    const login = await secondStep.loginWithCode(dependencies, attempt).catch(logFailure(request))
    const { recoveryCodesLeft } = login
    return {
      ...(await answerLogin(request, reply, login)),
      ...(recoveryCodesLeft !== undefined && { recoveryCodesLeft }),
    }
  })

  function loginOrigin(request: FastifyRequest): service.LoginOrigin {
    return { ...originOf(request), deviceMarks: readDeviceMarks(request, config) }
  }

  /** Gives the new session to the browser, and ends those that it replaces. */
  async function answerLogin(
    request: FastifyRequest,
    reply: FastifyReply,
    { token, adminId, deviceMarks }: service.NewLogin,
  ) {
    // Ends the previous sessions: a browser may send a cookie, a bearer token or both.
    for (const previous of [readCredential(request, config)?.token, ...readSessionCookies(request, config)])
      if (previous) await ends.endSession(dependencies, previous, originOf(request))
    request.log.info({ ip: request.ip, adminId }, 'signed in')
    setSessionCookie(request, reply, token, config)
    setDeviceCookie(request, reply, deviceMarks, config)
    return { success: true as const, message: 'Logged in successfully', token, device: deviceMarks }
  }

  /** Public, because signing out after the session has ended is not a failure. */
  route(app, logout, schemas.logout, 'public', async (request, reply) => {
    // A form on another site sends no SameSite cookie, but the response would clear the cookie.
    assertNoForeignOrigin(request, config.panelOrigins)
    const credential = readCredential(request, config)
    if (credential?.carrier === 'cookie') assertPanelOrigin(request, config.panelOrigins)
    if (credential) await ends.endSession(dependencies, credential.token, originOf(request))
    await endBrowserSession(request, reply)
    return { success: true, message: 'Logged out successfully' }
  })

  /** A browser may also hold cookies of older sessions, which would sign it in again. */
  async function endBrowserSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const cookies = isFromPanel(request, config.panelOrigins) ? readSessionCookies(request, config) : []
    for (const cookie of cookies) await ends.endSession(dependencies, cookie, originOf(request))
    clearSessionCookie(request, reply, config)
  }

  route(app, listSessions, schemas.listSessions, 'signed-in', async ({ admin }) => ({
    success: true,
    data: await service.listSessions(dependencies, admin),
  }))

  route(app, revokeSession, schemas.revokeSession, 'signed-in', async (request, reply) => {
    const { admin, params } = request
    const address = { adminId: admin.id, sessionId: params.sessionId, currentId: admin.sessionId }
    const isOwn = isId(params.sessionId) && (await ends.revokeOwnSession(db, history.by(request), address))
    if (!isOwn) throw noSuchSession()
    if (params.sessionId === admin.sessionId) await endBrowserSession(request, reply)
    return { success: true, message: 'The session has been logged out.' }
  })

  route(app, revokeOtherSessions, schemas.revokeOtherSessions, 'signed-in', async (request) => {
    const { id: adminId, sessionId } = request.admin
    await ends.revokeOtherSessions(db, history.by(request), { adminId, sessionId })
    return { success: true, message: 'All other sessions have been logged out.' }
  })

  route(app, endTrust, schemas.endTrust, 'signed-in', async (request) => {
    const address = { adminId: request.admin.id, sessionId: request.params.sessionId }
    const isEnded = isId(address.sessionId) && (await ends.endTrust(db, history.by(request), address))
    if (!isEnded) throw noSuchSession()
    return { success: true, message: 'This device needs a code at its next sign-in.' }
  })

  route(app, deleteSession, schemas.deleteSession, 'signed-in', async (request, reply) => {
    const { admin, params } = request
    const address = { adminId: admin.id, sessionId: params.sessionId, currentId: admin.sessionId }
    const isOwn = isId(params.sessionId) && (await ends.deleteOwnSession(db, history.by(request), address))
    if (!isOwn) throw noSuchSession()
    if (params.sessionId === admin.sessionId) await endBrowserSession(request, reply)
    return { success: true, message: 'The session has been deleted.' }
  })
}

function originOf({ ip, headers }: FastifyRequest): { ip: string; userAgent: string } {
  return { ip, userAgent: headers['user-agent'] ?? '' }
}

/** Does not log the username, which may be a password typed into the wrong field. */
function logFailure(request: FastifyRequest): (error: unknown) => never {
  return (error) => {
    if (error instanceof HttpError) request.log.warn({ ip: request.ip, code: error.code }, 'sign-in failed')
    throw error
  }
}

/** Also thrown for a session of another account, so that ids cannot be probed. */
function noSuchSession(): HttpError {
  return notFound(localised('This session is no longer in your list.'))
}

/** The caller's own second step. Open to users who must set it up before anything else. */
export function secondStepRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const recordingFor = (request: Parameters<typeof dependencies.history.by>[0]) => ({
    ...dependencies,
    recorder: dependencies.history.by(request),
  })
  const open = { isOpenBeforeSecondStep: true }

  route(
    app,
    getSecondStep,
    stepSchemas.getSecondStep,
    'signed-in',
    async ({ admin }) => ({ success: true, data: await secondStep.getSecondStep(dependencies, admin) }),
    open,
  )

  route(
    app,
    setUpSecondStep,
    stepSchemas.setUpSecondStep,
    'signed-in',
    async ({ admin }) => ({ success: true, data: await secondStep.setUpSecondStep(dependencies, admin) }),
    open,
  )

  route(
    app,
    confirmSecondStep,
    stepSchemas.confirmSecondStep,
    'signed-in',
    async (request) => {
      const recoveryCodes = await secondStep.confirmSecondStep(recordingFor(request), request.admin, request.body.code)
      return { success: true, data: { recoveryCodes }, message: 'Two-step sign-in is on.' }
    },
    open,
  )

  route(app, giveCode, stepSchemas.giveCode, 'signed-in', async (request) => {
    await secondStep.giveCode(recordingFor(request), request.admin, request.body.code)
    return { success: true, message: 'The code was correct.' }
  })

  route(app, renewRecoveryCodes, stepSchemas.renewRecoveryCodes, 'signed-in', async (request) => {
    const recoveryCodes = await secondStep.renewRecoveryCodes(recordingFor(request), request.admin)
    return { success: true, data: { recoveryCodes }, message: 'The recovery codes were replaced.' }
  })

  route(app, turnOffSecondStep, stepSchemas.turnOffSecondStep, 'signed-in', async (request) => {
    await secondStep.turnOffSecondStep(recordingFor(request), request.admin)
    return { success: true, message: 'Two-step sign-in is off.' }
  })
}
