import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { photoProcessingFailed } from '../media/upload-errors.ts'
import { sendRaw } from '../testing/requests/raw-connection.ts'
import { suiteServer, testApp } from '../testing/test-app.ts'
import { registerErrorHandler } from './error-handler.ts'

const server = suiteServer()

const login = (payload: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  server.app.inject({ method: 'POST', url: '/api/admin/login', payload, headers })

describe('malformed requests get a message, not a stack', () => {
  test.each([
    ['malformed JSON', '{"username": ', 400],
    ['a list instead of an object', '[]', 400],
    ['null', 'null', 400],
    ['a key __proto__', '{"__proto__":{"role":"superadmin"},"username":"a","password":"b"}', 400],
    ['a body over the size limit', JSON.stringify({ username: 'x'.repeat(300_000), password: 'x' }), 413],
  ])('%s', async (_name, payload, status) => {
    const answer = await login(payload)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({
      success: false,
      message: expect.stringMatching(/^[A-Z].*\.$/),
      code: expect.any(String),
    })
    expect(answer.body).not.toMatch(/node_modules|\.ts\b|\n\s*at /)
  })

  test('refuses a URL that cannot be decoded or is too long', async () => {
    for (const url of ['/media/%', '/api/%ff', `/api/galleryphoto/${'x'.repeat(5000)}`]) {
      const answer = await server.app.inject(url)
      expect([400, 404, 414]).toContain(answer.statusCode)
      expect(answer.json()).toMatchObject({ success: false, message: expect.stringMatching(/\.$/) })
    }
  })

  test('sends the security headers for a URL that cannot be decoded', async () => {
    for (const url of ['/media/%ZZ', '/api/%ff']) {
      const { headers, statusCode } = await server.app.inject(url)
      expect(statusCode).toBe(400)
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['x-frame-options']).toBe('DENY')
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  test.each([
    ['headers that are too large', `GET / HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a request that is not HTTP', 'OPEN SESAME\r\n\r\n', 400],
  ])('%s', async (_name, text, status) => {
    const own = await testApp()
    await own.app.listen({ port: 0, host: '127.0.0.1' })
    const answer = await sendRaw(own, text)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toContain('x-content-type-options: nosniff')
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      success: false,
      message: expect.stringMatching(/\.$/),
      code: expect.stringMatching(/^[a-z_]+$/),
    })
    await own.close()
  })

  test('returns 404 for an encoded path traversal', async () => {
    const answer = await server.app.inject('/..%2fpackage.json')
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
  })

  test('returns 404 as JSON for an unknown API address, with any method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      const answer = await server.app.inject({ method, url: '/api/no/such?call=1' })
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toEqual({
        success: false,
        message: 'There is nothing at this API address.',
        code: 'not_found',
      })
    }
  })
})

test('responds in the requested language, also for each field', async () => {
  const answer = await login('{}', { 'content-type': 'application/json', 'accept-language': 'hi' })
  expect(answer.headers['content-language']).toBe('hi')
  expect(answer.json()).toMatchObject({
    message: 'यूज़रनेम ज़रूरी है। पासवर्ड ज़रूरी है।',
    code: 'bad_request',
    fields: { username: 'यूज़रनेम ज़रूरी है।', password: 'पासवर्ड ज़रूरी है।' },
  })
})

describe('field validation', () => {
  test('names each invalid field', async () => {
    const answer = await login('{"username":"","password":7}')
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({ username: 'Username is required.', password: 'Password must be text.' })
  })

  test('names the missing fields of an empty body, with and without a content type', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const answer = await login('', headers)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ message: 'Username is required. Password is required.' })
    }
  })

  test('does not coerce a number to text', async () => {
    expect((await login('{"username":"a","password":12345678}')).json().fields).toHaveProperty('password')
  })

  test('ignores unknown fields', async () => {
    expect((await login('{"username":"nobody","password":"b","role":"superadmin","x":{"y":1}}')).statusCode).toBe(401)
  })
})

describe('content types', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'nonsense',
    '',
  ])('refuses %j where JSON is expected', async (type) => {
    const answer = await login('{"username":"a","password":"b"}', { 'content-type': type })
    expect(answer.statusCode).toBe(415)
    expect(answer.json()).toMatchObject({ success: false, code: 'unsupported_media' })
  })

  test('accepts a charset with JSON', async () => {
    const answer = await login('{"username":"a","password":"b"}', { 'content-type': 'application/json; charset=utf-8' })
    expect(answer.statusCode).toBe(401)
  })

  test('accepts any content type where no body is expected', async () => {
    for (const headers of [
      {},
      { 'content-type': 'application/json' },
      { 'content-type': 'text/plain;charset=UTF-8' },
      { 'content-type': 'nonsense' },
    ]) {
      const answer = await server.app.inject({ method: 'POST', url: '/api/admin/logout', headers, payload: '' })
      expect(answer.statusCode).toBe(200)
    }
  })
})

test('does not reveal the cause of an unexpected error', async () => {
  const broken = await testApp()
  await broken.db.schema.dropTable('events').execute()
  const answer = await broken.app.inject('/api/event')
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({
    success: false,
    message: 'Something went wrong on the server. Please try again.',
    code: 'internal',
  })
  await broken.close()
})

test('accepts a trailing slash', async () => {
  for (const url of ['/api/event', '/api/event/']) expect((await server.app.inject(url)).statusCode).toBe(200)
})

test('logs the cause of a refusal, but does not send it', async () => {
  const lines: string[] = []
  const app = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } })
  registerErrorHandler(app)
  app.get('/', () => {
    throw photoProcessingFailed('cow.jpg', new Error('killed by nobody'))
  })
  const answer = await app.inject('/')
  expect(answer.statusCode).toBe(503)
  expect(answer.body).not.toContain('killed by nobody')
  expect(lines.filter((line) => line.includes('killed by nobody'))).toEqual([expect.stringContaining('"level":50')])
  await app.close()
})
