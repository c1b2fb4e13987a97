import { bearerHeaders } from './bearer.ts'

/** What every call says of itself: what it can read, the language in which a refusal should speak, and who asks where cookies don't. */
export function callHeaders({ bearer = true } = {}): Record<string, string> {
  return {
    Accept: 'application/json',
    'Accept-Language': document.documentElement.lang || 'en',
    ...(bearer && bearerHeaders()),
  }
}
