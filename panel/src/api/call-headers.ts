import { versionTag } from '@sevadesk/contract/records/version.ts'
import { ApiError } from './api-error.ts'
import { bearerHeaders } from './identity/bearer.ts'
import { deviceHeaders } from './identity/device-mark.ts'
import { unverifiedChange } from './identity/session-mark.ts'

interface HeaderOptions {
  /** False for a login without a live session: an expired token could make the server reject it. */
  bearer?: boolean
  /**
   * True for requests that may be sent while it is unknown who is signed in: `/admin/me` and a
   * login.
   */
  anySession?: boolean
  /** True for a login: shows the backend that this browser signed in before. */
  device?: boolean
}

/**
 * Headers of every request. Throws ApiError if another tab has logged in or out: the browser could
 * send this user's work with the cookie of a different user.
 */
export function callHeaders({
  bearer = true,
  anySession = false,
  device = false,
}: HeaderOptions = {}): Record<string, string> {
  if (!anySession && unverifiedChange()) throw new ApiError({ kind: 'http', status: 401 })
  return {
    Accept: 'application/json',
    'Accept-Language': document.documentElement.lang || 'en',
    ...(bearer && bearerHeaders()),
    ...(device && deviceHeaders()),
  }
}

/** Names the version that a save began from; no header without one. */
export function versionHeaders(version: number | undefined): Record<string, string> {
  return version === undefined ? {} : { 'If-Match': versionTag(version) }
}
