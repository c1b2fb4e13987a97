import { getCurrentAdmin, listAdmins } from '@sevadesk/contract/accounts/admin.ts'
import { login, logout } from '@sevadesk/contract/accounts/session.ts'
import { deletePhoto, listPhotos } from '@sevadesk/contract/content/gallery.ts'
import { describe, expect, test } from 'vitest'
import { neverRespond, ok, refuseConnections, respondWith, respondWithEcho } from '../../testing/backend.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'

const failure = (promise: Promise<unknown>) =>
  promise.then(
    (value) => expect.fail(`answered ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )

describe('the request', () => {
  test('sends a body as JSON with its content type', async () => {
    await respondWithEcho()
    const sent = await call(login, { body: { username: 'seva', password: 'पासवर्ड' } })
    expect(sent).toMatchObject({
      method: 'POST',
      url: '/echo/api/admin/login',
      body: JSON.stringify({ username: 'seva', password: 'पासवर्ड' }),
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    })
  })

  test('sends no body for an empty input', async () => {
    await respondWithEcho()
    const sent = await call(logout, {})
    expect(sent).toMatchObject({ method: 'POST', body: '' })
    expect(sent).not.toHaveProperty('headers.content-type')
  })

  test('sends the cookie', async () => {
    await respondWithEcho()
    await cookieStore.set('seen', 'yes')
    expect(await call(getCurrentAdmin, {})).toMatchObject({ headers: { cookie: expect.stringContaining('seen=yes') } })
  })

  test.each([
    ['a/b', 'a%2Fb'],
    ['50% & more?', '50%25%20%26%20more%3F'],
    ['गौशाला', '%E0%A4%97%E0%A5%8C%E0%A4%B6%E0%A4%BE%E0%A4%B2%E0%A4%BE'],
    ['..', '%252E%252E'],
  ])('encodes the path parameter %s as one segment', async (section, encoded) => {
    await respondWithEcho()
    const sent = await call(listPhotos, { params: { section } })
    expect(sent).toMatchObject({ url: `/echo/api/galleryphoto/${encoded}` })
  })
})

describe('call', () => {
  test('returns a success unchanged', async () => {
    await respondWith({ 'GET /admin': ok([]) })
    expect(await call(listAdmins, {})).toEqual({ success: true, data: [] })
  })

  test('accepts an empty response to a change', async () => {
    const path = { params: { section: 'School', id: '1' } }
    await respondWith({ 'DELETE /galleryphoto/School/1': [204, ''] })
    expect(await call(deletePhoto, path)).toEqual({ success: true })
    await respondWith({ 'DELETE /galleryphoto/School/1': [200, ''] })
    expect(await call(deletePhoto, path)).toEqual({ success: true })
  })

  test('rejects with the failure that the response describes', async () => {
    await respondWith({ 'GET /admin': [400, { success: false, code: 'bad', message: 'No' }] })
    const error = await failure(call(listAdmins, {}))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ kind: 'http', status: 400, code: 'bad', message: 'No' })
  })

  test.each([
    ['5', 5000],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 0],
  ])('reads the wait that Retry-After: %s asks for', async (header, retryAfterMs) => {
    await respondWith({ 'GET /admin': [503, { success: false }, { 'retry-after': header }] })
    expect(await failure(call(listAdmins, {}))).toMatchObject({ status: 503, retryAfterMs })
  })

  test('rejects with a network error if the connection is refused', async () => {
    await refuseConnections()
    expect(await failure(call(listAdmins, {}))).toMatchObject({ name: 'ApiError', kind: 'network', status: 0 })
  })

  test('rejects with AbortError when aborted', async () => {
    await neverRespond()
    const controller = new AbortController()
    const pending = failure(call(listAdmins, {}, { signal: controller.signal }))
    controller.abort()
    expect(await pending).toMatchObject({ name: 'AbortError' })
  })
})
