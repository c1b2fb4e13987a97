import {
  confirmSecondStep,
  getSecondStep,
  giveCode,
  renewRecoveryCodes,
  setUpSecondStep,
  turnOffSecondStep,
} from '@sevadesk/contract/accounts/second-step.ts'
import * as schemas from '@sevadesk/contract/accounts/second-step-schemas.ts'
import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from '../../dependencies.ts'
import { route } from '../../http/route.ts'
import * as service from './second-step-service.ts'

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
    schemas.getSecondStep,
    'signed-in',
    async ({ admin }) => ({ success: true, data: await service.getSecondStep(dependencies, admin) }),
    open,
  )

  route(
    app,
    setUpSecondStep,
    schemas.setUpSecondStep,
    'signed-in',
    async ({ admin }) => ({ success: true, data: await service.setUpSecondStep(dependencies, admin) }),
    open,
  )

  route(
    app,
    confirmSecondStep,
    schemas.confirmSecondStep,
    'signed-in',
    async (request) => {
      const recoveryCodes = await service.confirmSecondStep(recordingFor(request), request.admin, request.body.code)
      return { success: true, data: { recoveryCodes }, message: 'Two-step sign-in is on.' }
    },
    open,
  )

  route(app, giveCode, schemas.giveCode, 'signed-in', async (request) => {
    await service.giveCode(recordingFor(request), request.admin, request.body.code)
    return { success: true, message: 'The code was correct.' }
  })

  route(app, renewRecoveryCodes, schemas.renewRecoveryCodes, 'signed-in', async (request) => {
    const recoveryCodes = await service.renewRecoveryCodes(recordingFor(request), request.admin)
    return { success: true, data: { recoveryCodes }, message: 'The recovery codes were replaced.' }
  })

  route(app, turnOffSecondStep, schemas.turnOffSecondStep, 'signed-in', async (request) => {
    await service.turnOffSecondStep(recordingFor(request), request.admin)
    return { success: true, message: 'Two-step sign-in is off.' }
  })
}
