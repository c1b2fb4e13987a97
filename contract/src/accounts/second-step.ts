import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './second-step-schemas.ts'

// A code of an authenticator app (RFC 6238). Not in the specification; offered by backends of level 1.
export const getSecondStep = endpoint<typeof schemas.getSecondStep>('GET', '/admin/me/second-step')
export const setUpSecondStep = endpoint<typeof schemas.setUpSecondStep>('POST', '/admin/me/second-step/set-up')
export const confirmSecondStep = endpoint<typeof schemas.confirmSecondStep>('POST', '/admin/me/second-step/confirm')
export const giveCode = endpoint<typeof schemas.giveCode>('POST', '/admin/me/second-step/code')
export const renewRecoveryCodes = endpoint<typeof schemas.renewRecoveryCodes>(
  'POST',
  '/admin/me/second-step/recovery-codes',
)
export const turnOffSecondStep = endpoint<typeof schemas.turnOffSecondStep>('DELETE', '/admin/me/second-step')
