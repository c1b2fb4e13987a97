import { ADMIN_TOKEN_KEY } from '@sevadesk/contract/session.ts'

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

const IOS_DEVICE = /iPhone|iPad|iPod/i
const MAC = /Macintosh/i
const SAFARI = /Safari/i
const POSES_AS_SAFARI = /Chrome|Chromium|CriOS|Android|Edg|OPR|Firefox|FxiOS/i

/**
 * Browsers that refuse a cookie from another site and so need the bearer fallback (specification, section 7): Safari proper, and
 * everything on iPhone, iPod and iPad, also an iPad that says it is a Mac.
 */
export function isAppleFamily({ userAgent, maxTouchPoints }: Browser): boolean {
  if (IOS_DEVICE.test(userAgent)) return true
  if (MAC.test(userAgent) && maxTouchPoints > 1) return true
  return SAFARI.test(userAgent) && !POSES_AS_SAFARI.test(userAgent)
}

/** The Authorization header of a call, on the Apple family with a kept token alone. */
export function bearerHeaders(browser: Browser = navigator): Record<string, string> {
  const token = isAppleFamily(browser) ? readToken() : null
  return token ? { Authorization: `Bearer ${token}` } : {}
}

/** What a login does with the token it was given: keeps it on the Apple family, otherwise removes what was there. */
export function keepToken(token: string | undefined, browser: Browser = navigator): void {
  removeToken()
  if (!isAppleFamily(browser) || !token) return
  try {
    localStorage.setItem(ADMIN_TOKEN_KEY, token)
  } catch {
    // Storage is closed to us; the cookie has to do.
  }
}

export function removeToken(): void {
  try {
    localStorage.removeItem(ADMIN_TOKEN_KEY)
  } catch {
    // Storage is closed to us; there is nothing to remove.
  }
}

/** At startup: other browsers drop a token that an earlier visit left behind. */
export function removeStaleToken(browser: Browser = navigator): void {
  if (!isAppleFamily(browser)) removeToken()
}

function readToken(): string | null {
  try {
    return localStorage.getItem(ADMIN_TOKEN_KEY)
  } catch {
    return null
  }
}
