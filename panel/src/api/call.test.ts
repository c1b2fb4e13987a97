import { getCurrentAdmin, listAdmins } from '@sevadesk/contract/admin.ts'
import { deletePhoto, listPhotos } from '@sevadesk/contract/gallery.ts'
import { login, logout } from '@sevadesk/contract/session.ts'
import { describe, expect, test } from 'vitest'
import { answerWith, answerWithEcho, loseTheLine, neverAnswer } from '../../testing/backend.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'

const failure = (promise: Promise<unknown>) =>
  promise.then(
    (value) => expect.fail(`answered ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )

describe('what is sent', () => {
  test('a body goes as JSON, with its type', async () => {
    await answerWithEcho()
    const sent = await call(login, { body: { username: 'seva', password: 'पासवर्ड' } })
    expect(sent).toMatchObject({
      method: 'POST',
      url: '/echo/api/admin/login',
      body: JSON.stringify({ username: 'seva', password: 'पासवर्ड' }),
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    })
  })

  test('an empty body is empty', async () => {
    await answerWithEcho()
    const sent = await call(logout, {})
    expect(sent).toMatchObject({ method: 'POST', body: '' })
    expect(sent).not.toHaveProperty('headers.content-type')
  })

  test('the cookie goes along', async () => {
    await answerWithEcho()
    await cookieStore.set('seen', 'yes')
    expect(await call(getCurrentAdmin, {})).toMatchObject({ headers: { cookie: expect.stringContaining('seen=yes') } })
  })

  test.each([
    ['a/b', 'a%2Fb'],
    ['50% & more?', '50%25%20%26%20more%3F'],
    ['गौशाला', '%E0%A4%97%E0%A5%8C%E0%A4%B6%E0%A4%BE%E0%A4%B2%E0%A4%BE'],
    ['..', '%252E%252E'],
  ])('the parameter %s cannot leave its place in the path', async (section, encoded) => {
    await answerWithEcho()
    const sent = await call(listPhotos, { params: { section } })
    expect(sent).toMatchObject({ url: `/echo/api/galleryphoto/${encoded}` })
  })
})

describe('what comes back', () => {
  test('a success is answered as it is', async () => {
    await answerWith({ 'GET /admin': [200, { success: true, data: [] }] })
    expect(await call(listAdmins, {})).toEqual({ success: true, data: [] })
  })

  test('a change answered without a body is a success', async () => {
    const path = { params: { section: 'School', id: '1' } }
    await answerWith({ 'DELETE /galleryphoto/School/1': [204, ''] })
    expect(await call(deletePhoto, path)).toEqual({ success: true })
    await answerWith({ 'DELETE /galleryphoto/School/1': [200, ''] })
    expect(await call(deletePhoto, path)).toEqual({ success: true })
  })

  test.each([
    [400, '{"success":false,"message":"No","code":"bad","fields":{"title":"Too long","n":3}}', 'http', 'No'],
    [500, '<html>Bad Gateway</html>', 'http', ''],
    [503, '', 'http', ''],
    [404, '"text"', 'http', ''],
    [200, '{"success":false,"message":"Not today"}', 'refused', 'Not today'],
    [200, '{"success":false,"message":{"bent":true}}', 'refused', ''],
    [200, '<!doctype html>', 'bad-answer', ''],
    [200, '', 'bad-answer', ''],
    [200, '{"data":', 'bad-answer', ''],
  ])('%i with %j is a failure of its kind', async (status, body, kind, message) => {
    await answerWith({ 'GET /admin': [status, body] })
    const error = await failure(call(listAdmins, {}))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ kind, status, message })
  })

  test('the fields of a refusal are kept where they are text', async () => {
    await answerWith({ 'GET /admin': [400, { success: false, code: 'bad', fields: { title: 'Too long', n: 3 } }] })
    expect(await failure(call(listAdmins, {}))).toMatchObject({ code: 'bad', fields: { title: 'Too long' } })
  })

  test('a long answer tells how much of it has come', async () => {
    const long = [{ name: 'हिन्दी'.repeat(50_000) }]
    await answerWith({ 'GET /admin': [200, long] })
    const told: number[] = []
    expect(await call(listAdmins, {}, { onProgress: (bytes) => told.push(bytes) })).toEqual(long)
    expect(told.at(-1)).toBe(new Blob([JSON.stringify(long)]).size)
  })

  test('no answer at all is a failure of the line', async () => {
    await loseTheLine()
    expect(await failure(call(listAdmins, {}))).toMatchObject({ name: 'ApiError', kind: 'network', status: 0 })
  })

  test('an aborted call is aborted, not failed', async () => {
    await neverAnswer()
    const controller = new AbortController()
    const pending = failure(call(listAdmins, {}, { signal: controller.signal }))
    controller.abort()
    expect(await pending).toMatchObject({ name: 'AbortError' })
  })
})
