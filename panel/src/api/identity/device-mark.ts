import { DEVICE_MARK_HEADER } from '@sevadesk/contract/accounts/session.ts'
import { apiUrl } from '../host.ts'
import { isAppleFamily } from './bearer.ts'

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/** `localStorage` key. The value is the backend's address, a space and the mark that it issued. */
const STORAGE_KEY = 'sevadesk_device'

/**
 * The header of a login with the mark that this backend issued at an earlier one. Only browsers
 * that use the bearer token need it; the others have a cookie.
 */
export function deviceHeaders(browser: Browser = navigator): Record<string, string> {
  if (!isAppleFamily(browser)) return {}
  try {
    const [backend, mark] = localStorage.getItem(STORAGE_KEY)?.split(' ') ?? []
    return backend === apiUrl('') && mark ? { [DEVICE_MARK_HEADER]: mark } : {}
  } catch {
    return {}
  }
}

/** Stores the mark of a login response. Without one, keeps the previous mark. */
export function storeDeviceMark(mark: string, browser: Browser = navigator): void {
  if (!isAppleFamily(browser) || !/^[\w.~-]+$/.test(mark)) return
  try {
    localStorage.setItem(STORAGE_KEY, `${apiUrl('')} ${mark}`)
  } catch {
    // Without storage, the server does not recognise this browser.
  }
}

/** For a plain backend: it gets no header that the specification does not name. */
export function removeDeviceMark(): void {
  try {
    localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Without storage, there is nothing to remove.
  }
}
