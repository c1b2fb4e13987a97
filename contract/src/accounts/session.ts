import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './session-schemas.ts'

export const login = endpoint<typeof schemas.login>('POST', '/admin/login')
export const loginWithCode = endpoint<typeof schemas.loginWithCode>('POST', '/admin/login/second-step')
export const logout = endpoint<typeof schemas.logout>('POST', '/admin/logout')
export const listSessions = endpoint<typeof schemas.listSessions>('GET', '/admin/sessions')
export const revokeSession = endpoint<typeof schemas.revokeSession>('POST', '/admin/sessions/:sessionId/revoke')
export const revokeOtherSessions = endpoint<typeof schemas.revokeOtherSessions>('POST', '/admin/sessions/revoke-others')
export const deleteSession = endpoint<typeof schemas.deleteSession>('DELETE', '/admin/sessions/:sessionId')
export const endTrust = endpoint<typeof schemas.endTrust>('DELETE', '/admin/sessions/:sessionId/trust')

/** Local-storage key of the bearer token (specification, section 7). */
export const ADMIN_TOKEN_KEY = 'admin_token'

/**
 * The panel sends the device mark of a login's response in this header with the next login. Beyond
 * the specification (level 1).
 */
export const DEVICE_MARK_HEADER = 'Device-Mark'
