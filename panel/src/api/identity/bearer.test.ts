import { ADMIN_TOKEN_KEY } from '@sevadesk/contract/accounts/session.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { bearerHeaders, isAppleFamily, keepToken, removeStaleToken, removeToken } from './bearer.ts'

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const CHROMIUM = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0'
const IPHONE = {
  userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 15_6 like Mac OS X) ${WEBKIT} Version/15.6 Mobile/15E148 Safari/604.1`,
  maxTouchPoints: 5,
}
const CHROME = { userAgent: `Mozilla/5.0 (X11; Linux x86_64) ${CHROMIUM} Safari/537.36`, maxTouchPoints: 0 }

describe('the bearer fallback', () => {
  test.each([
    ['Safari on iPhone', IPHONE.userAgent, 5],
    [
      'Chrome on iPhone',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${WEBKIT} CriOS/126.0 Mobile/15E148 Safari/604.1`,
      5,
    ],
    [
      'Firefox on iPad',
      `Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) ${WEBKIT} FxiOS/120 Mobile/15E148 Safari/605.1.15`,
      5,
    ],
    [
      'an iPad that reports a Mac',
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/17.4 Safari/605.1.15`,
      5,
    ],
    [
      'Chrome on an iPad that reports a Mac',
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} CriOS/126.0 Safari/604.1`,
      5,
    ],
    ['Safari on a Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.0 Safari/605.1.15`, 0],
    [
      'an iPod',
      `Mozilla/5.0 (iPod touch; CPU iPhone OS 15_0 like Mac OS X) ${WEBKIT} Version/15.0 Mobile Safari/604.1`,
      5,
    ],
  ])('applies to %s', (_name, userAgent, maxTouchPoints) => {
    expect(isAppleFamily({ userAgent, maxTouchPoints })).toBe(true)
  })

  test.each([
    ['Chrome on Linux', CHROME.userAgent, 0],
    ['Chrome on a Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROMIUM} Safari/537.36`, 0],
    ['Edge on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Safari/537.36 Edg/131.0`, 10],
    ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${CHROMIUM} Mobile Safari/537.36`, 5],
    [
      'the old Android browser',
      'Mozilla/5.0 (Linux; U; Android 4.4; en-in) AppleWebKit/534.30 Version/4.0 Mobile Safari/534.30',
      5,
    ],
    ['Firefox on a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:115.0) Gecko/20100101 Firefox/115.0', 0],
    [
      'Firefox on Windows with a touch screen',
      'Mozilla/5.0 (Windows NT 10.0; rv:115.0) Gecko/20100101 Firefox/115.0',
      10,
    ],
  ])('does not apply to %s', (_name, userAgent, maxTouchPoints) => {
    expect(isAppleFamily({ userAgent, maxTouchPoints })).toBe(false)
  })
})

describe('the bearer token', () => {
  beforeEach(() => localStorage.clear())

  test('is stored and sent on Apple devices', () => {
    keepToken('abc', IPHONE)
    expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBe('abc')
    expect(bearerHeaders(IPHONE)).toEqual({ Authorization: 'Bearer abc' })
    removeToken()
    expect(bearerHeaders(IPHONE)).toEqual({})
  })

  test('is neither stored nor sent on non-Apple devices, and an old token is removed', () => {
    localStorage.setItem(ADMIN_TOKEN_KEY, 'old')
    expect(bearerHeaders(CHROME)).toEqual({})
    keepToken('new', CHROME)
    expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBeNull()
  })

  test('is removed at startup, except on Apple devices', () => {
    localStorage.setItem(ADMIN_TOKEN_KEY, 'old')
    removeStaleToken(IPHONE)
    expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBe('old')
    removeStaleToken(CHROME)
    expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBeNull()
  })

  test('is removed by a login response without a token', () => {
    localStorage.setItem(ADMIN_TOKEN_KEY, 'old')
    keepToken(undefined, IPHONE)
    expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBeNull()
  })
})
