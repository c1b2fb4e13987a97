import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deviceOf } from './session-device.ts'

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${WEBKIT}`
const IPAD = `Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) ${WEBKIT}`
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64'
const ANDROID = 'Mozilla/5.0 (Linux; Android'

test.each([
  [`${ANDROID} 10; K) ${BLINK} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [`${ANDROID} 7.0; Moto G (4)) ${BLINK} Chrome/90.0.4430.91 Mobile Safari/537.36`, 'Chrome on Android'],
  [`${ANDROID} 12; SM-T225) ${BLINK} Chrome/131.0.0.0 Safari/537.36`, 'Chrome on Android'],
  [`${ANDROID} 13; Pixel 7; wv) ${BLINK} Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `${ANDROID} 14; SM-A155F) ${BLINK} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0', 'Firefox on Android'],
  [`${ANDROID} 10; K) ${BLINK} Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0.0.0`, 'Edge on Android'],
  [`${ANDROID} 10; K) ${BLINK} Chrome/130.0.0.0 Mobile Safari/537.36 OPR/86.0.0.0`, 'Opera on Android'],
  ['Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16', 'Opera on Android'],
  [
    `Mozilla/5.0 (Linux; U; Android 13; en-US; RMX3690) ${BLINK} Version/4.0 Chrome/100.0 UCBrowser/13.4 Mobile Safari/537.36`,
    'UC Browser on Android',
  ],
  [
    `Mozilla/5.0 (Linux; U; Android 13; en-us; Redmi Note 12) ${BLINK} Version/4.0 Chrome/112.0 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.6.0`,
    'Mi Browser on Android',
  ],
  [
    `${ANDROID} 12; vivo 1906) ${BLINK} Version/4.0 Chrome/87.0 Mobile Safari/537.36 VivoBrowser/10.9.0.0`,
    'Vivo Browser on Android',
  ],
  [
    'Mozilla/5.0 (Linux; U; Android 4.4.2; en-us; GT-I9500) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
    'Android Browser on Android',
  ],
  [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [`${IPHONE} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  [`${IPHONE} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iPhone'],
  [`${IPHONE} Version/17.0 EdgiOS/131.0.2903.68 Mobile/15E148 Safari/604.1`, 'Edge on iPhone'],
  [`${IPAD} Version/17.7 Mobile/15E148 Safari/604.1`, 'Safari on iPad'],
  [`${IPAD} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, 'Chrome on iPad'],
  [
    `Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5_7 like Mac OS X) ${WEBKIT} Version/12.1.2 Mobile/15E148 Safari/604.1`,
    'Safari on iPod',
  ],
  [`${MAC} ${WEBKIT} Version/18.1 Safari/605.1.15`, 'Safari on Mac'],
  [`${MAC} ${BLINK} Chrome/131.0.0.0 Safari/537.36`, 'Chrome on Mac'],
  [`${WINDOWS}; rv:133.0) Gecko/20100101 Firefox/133.0`, 'Firefox on Windows'],
  [`${WINDOWS}) ${BLINK} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, 'Edge on Windows'],
  [`${WINDOWS}) ${BLINK} Chrome/130.0.0.0 Safari/537.36 OPR/116.0.0.0`, 'Opera on Windows'],
  ['Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko', 'Internet Explorer on Windows'],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Chrome/131.0.0.0 Safari/537.36`, 'Chrome on Chromebook'],
  ['Mozilla/5.0 (Mobile; Nokia 8110 4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5', 'Firefox'],
])('detects %s as %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})

test.each([
  '',
  ' ',
  'curl/8.5.0',
  'node',
  'test',
  '<script>alert(1)</script>/1 x',
  '<img src=x onerror=alert(1)>/1 (x',
  '"><b>Your bank</b>/1 (x) y',
  'call 1800-000 now/1 \t(x) y',
  'bad\u0000\u001b[31m\u202e/1 (x',
  '__proto__/1 (x',
  'constructor/1 (x',
  'toString/1 (x) y',
  'x'.repeat(500),
  '/ ('.repeat(166),
])('reports %j as an unknown device', (userAgent) => {
  expect(deviceOf(userAgent)).toBe('Unknown device')
})

test('returns at most 60 Latin letters and spaces for any header', () => {
  const piece = fc.constantFrom(
    'Chrome/1 ',
    '(iPhone; ',
    'iPad',
    ' Safari/',
    '(Macintosh',
    'Edg/',
    '\n',
    '<b>',
    'वि',
    ' (',
    '/',
    ';',
  )
  const sent = fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 40 })
  fc.assert(
    fc.property(sent, (pieces) => {
      expect(deviceOf(pieces.join('').slice(0, 500))).toMatch(/^[A-Za-z][A-Za-z ]{0,59}$/)
    }),
  )
})
