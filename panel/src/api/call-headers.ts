import { ApiError } from './api-error.ts'
import { bearerHeaders } from './identity/bearer.ts'
import { changeElsewhere } from './identity/session-mark.ts'

/**
 * What every call says of itself: what it can read, the language in which a refusal should speak, and who asks where cookies don't.
 * Throws ApiError when another tab has logged in or out meanwhile: the browser would send somebody else's cookie with this person's
 * work. Not for a call `asAnybody`, such as the question who is signed in.
 */
export function callHeaders({ bearer = true, asAnybody = false } = {}): Record<string, string> {
  if (!asAnybody && changeElsewhere()) throw new ApiError({ kind: 'http', status: 401 })
  return {
    Accept: 'application/json',
    'Accept-Language': document.documentElement.lang || 'en',
    ...(bearer && bearerHeaders()),
  }
}
