import { ApiError } from './api-error.ts'
import { bearerHeaders } from './identity/bearer.ts'
import { unverifiedChange } from './identity/session-mark.ts'

interface HeaderOptions {
  /** False on a login whose stored token has expired: the server would reject the request. */
  bearer?: boolean
  /**
   * True for requests that may be sent while it is unknown who is signed in: `/admin/me` and a
   * login.
   */
  anySession?: boolean
}

/**
 * Headers of every request. Throws ApiError when another tab has logged in or out meanwhile: the
 * browser would send this user's work with another user's cookie.
 */
export function callHeaders({ bearer = true, anySession = false }: HeaderOptions = {}): Record<string, string> {
  if (!anySession && unverifiedChange()) throw new ApiError({ kind: 'http', status: 401 })
  return {
    Accept: 'application/json',
    'Accept-Language': document.documentElement.lang || 'en',
    ...(bearer && bearerHeaders()),
  }
}
