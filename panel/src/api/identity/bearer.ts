import { ADMIN_TOKEN_KEY } from '@sevadesk/contract/accounts/session.ts'

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

const IOS_DEVICE = /iPhone|iPad|iPod/i
const MAC = /Macintosh/i
const SAFARI = /Safari/i
const OTHER_BROWSERS = /Chrome|Chromium|CriOS|Android|Edg|OPR|Firefox|FxiOS/i

/**
 * Whether a browser uses the bearer fallback (specification, section 7). Also true for an iPad that
 * reports a Mac user agent.
 */
export function isAppleFamily({ userAgent, maxTouchPoints }: Browser): boolean {
  if (IOS_DEVICE.test(userAgent)) return true
  if (MAC.test(userAgent) && maxTouchPoints > 1) return true
  return SAFARI.test(userAgent) && !OTHER_BROWSERS.test(userAgent)
}

export function bearerHeaders(browser: Browser = navigator): Record<string, string> {
  const token = isAppleFamily(browser) ? readToken() : null
  return token ? { Authorization: `Bearer ${token}` } : {}
}

/** Stores a login's token on Apple-family browsers. Always removes the previous token. */
export function keepToken(token: string | undefined, browser: Browser = navigator): void {
  removeToken()
  if (!isAppleFamily(browser) || !token) return
  try {
    localStorage.setItem(ADMIN_TOKEN_KEY, token)
  } catch {
    // Without storage, only the cookie is left.
  }
}

export function removeToken(): void {
  try {
    localStorage.removeItem(ADMIN_TOKEN_KEY)
  } catch {
    // Without storage, there is nothing to remove.
  }
}

/** Runs at startup: only Apple-family browsers may keep a token. */
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
