import { endpoint } from './endpoint.ts'
import type * as schemas from './session-schemas.ts'

export const login = endpoint<typeof schemas.login>('POST', '/admin/login')
export const logout = endpoint<typeof schemas.logout>('POST', '/admin/logout')

/** Where the Apple family of browsers keeps the bearer token (specification, section 7). */
export const ADMIN_TOKEN_KEY = 'admin_token'
