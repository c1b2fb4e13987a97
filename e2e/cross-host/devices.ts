/** How a browser identifies itself. */
export interface Device {
  userAgent: string
  maxTouchPoints: number
}

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const CHROMIUM = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const MAC = 'Macintosh; Intel Mac OS X 10_15_7'
const IPHONE = 'iPhone; CPU iPhone OS 17_5 like Mac OS X'

/** Devices that must use the bearer token, according to the specification. */
export const APPLE_DEVICES = {
  'Safari on iPhone': {
    userAgent: `Mozilla/5.0 (${IPHONE}) ${WEBKIT} Version/17.5 Mobile/15E148 Safari/604.1`,
    maxTouchPoints: 5,
  },
  'Chrome on iPhone': {
    userAgent: `Mozilla/5.0 (${IPHONE}) ${WEBKIT} CriOS/126.0 Mobile/15E148 Safari/604.1`,
    maxTouchPoints: 5,
  },
  'an iPad that says it is a Mac': {
    userAgent: `Mozilla/5.0 (${MAC}) ${WEBKIT} Version/17.4 Safari/605.1.15`,
    maxTouchPoints: 5,
  },
  'Safari on a Mac': {
    userAgent: `Mozilla/5.0 (${MAC}) ${WEBKIT} Version/18.0 Safari/605.1.15`,
    maxTouchPoints: 0,
  },
} satisfies Record<string, Device>

/** Devices that use only the cookie. */
export const OTHER_DEVICES = {
  'Chrome on Windows': {
    userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Chrome/140.0.0.0 Safari/537.36`,
    maxTouchPoints: 10,
  },
  'Chrome on a Mac': {
    userAgent: `Mozilla/5.0 (${MAC}) ${CHROMIUM} Chrome/140.0.0.0 Safari/537.36`,
    maxTouchPoints: 0,
  },
  'Edge on Windows': {
    userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    maxTouchPoints: 0,
  },
  'Firefox on Windows': {
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    maxTouchPoints: 0,
  },
  'Chrome on Android': {
    userAgent: `Mozilla/5.0 (Linux; Android 10; K) ${CHROMIUM} Chrome/140.0.0.0 Mobile Safari/537.36`,
    maxTouchPoints: 5,
  },
} satisfies Record<string, Device>
