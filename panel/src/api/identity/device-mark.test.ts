import { login } from '@sevadesk/contract/accounts/session.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadConfigOf, respondWith, respondWithEcho } from '../../../testing/backend.ts'
import { signIn } from '../../session/sign-in.ts'
import { call } from '../call.ts'
import { apiUrl } from '../host.ts'
import { deviceHeaders, storeDeviceMark } from './device-mark.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 15_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Mobile/15E148 Safari/604.1'
const OTHER_ORIGIN = 'https://other.example'
const CREDENTIALS = { username: 'seva', password: 'Secret#1' }

beforeEach(() => localStorage.clear())

const useIphone = () => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE)

async function signInTo(level: number): Promise<void> {
  await respondWith({
    'POST /admin/login': [200, { success: true, token: 'abc', device: 'mark.1.x-y~mark.2.z_' }],
    'GET /admin/me': [200, { _id: '1', username: 'seva', role: 'admin', sections: [], level }],
  })
  await signIn(CREDENTIALS, false)
}

test('is kept on Apple devices after a login', async () => {
  useIphone()
  await signInTo(1)
  expect(deviceHeaders()).toEqual({ 'Device-Mark': 'mark.1.x-y~mark.2.z_' })
})

test('is sent with a login to the backend that issued it', async () => {
  useIphone()
  await respondWithEcho()
  storeDeviceMark('mark')
  expect(await call(login, { body: CREDENTIALS }, { device: true })).toMatchObject({
    headers: { 'device-mark': 'mark' },
  })
})

test('is not sent to another backend', async () => {
  useIphone()
  await signInTo(1)
  await respondWithEcho()
  expect(await call(login, { body: CREDENTIALS }, { device: true })).not.toHaveProperty('headers.device-mark')
})

test('is not kept for a plain backend', async () => {
  useIphone()
  await signInTo(0)
  expect(deviceHeaders()).toEqual({})
  expect(localStorage.getItem('sevadesk_device')).toBeNull()
})

test('is neither kept nor sent by browsers that use the cookie', async () => {
  await signInTo(1)
  expect(localStorage.getItem('sevadesk_device')).toBeNull()
})

test.each(['', 'two words', 'नया', 'a,b'])('ignores the malformed mark %j', async (mark) => {
  useIphone()
  storeDeviceMark(mark)
  expect(deviceHeaders()).toEqual({})
})

test('is removed when a backend on another origin refuses its header, and the login succeeds', async () => {
  useIphone()
  await respondWith({
    'POST /admin/login': [200, { success: true, token: 'abc' }],
    'GET /admin/me': [200, { _id: '1', username: 'seva', role: 'admin', sections: [], level: 1 }],
  })
  await loadConfigOf({ apiHost: apiUrl('').replace('/api', '').replace(location.origin, OTHER_ORIGIN) })
  storeDeviceMark('stale')
  const send = window.fetch
  vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    if (new Headers(init?.headers).has('Device-Mark')) throw new TypeError('Load failed')
    return send(String(address).replace(OTHER_ORIGIN, location.origin), init)
  })
  expect(await signIn(CREDENTIALS, false)).toMatchObject({ admin: { username: 'seva' } })
  expect(localStorage.getItem('sevadesk_device')).toBeNull()
})

test('is kept when the login fails on our own origin, and the login is not sent again', async () => {
  useIphone()
  await respondWithEcho()
  storeDeviceMark('mark')
  const send = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Load failed'))
  await expect(signIn(CREDENTIALS, false)).rejects.toMatchObject({ kind: 'network' })
  expect(send).toHaveBeenCalledOnce()
  expect(deviceHeaders()).toEqual({ 'Device-Mark': 'mark' })
})

test('is kept when the connection is lost', async () => {
  useIphone()
  storeDeviceMark('mark')
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Load failed'))
  await expect(signIn(CREDENTIALS, false)).rejects.toMatchObject({ kind: 'network' })
  expect(deviceHeaders()).toEqual({ 'Device-Mark': 'mark' })
})
