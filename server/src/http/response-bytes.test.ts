import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { buildEvent } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { registerResponseBytes } from './response-bytes.ts'

test.each([1, 5000])('sends a body of %i letters in Devanagari with its length in bytes', async (count) => {
  const app = Fastify()
  registerResponseBytes(app)
  const text = 'अ'.repeat(count)
  app.get('/', () => ({ text }))
  const response = await app.inject('/')
  await app.close()
  expect(response.json()).toEqual({ text })
  expect(response.headers['content-length']).toBe(String(Buffer.byteLength(JSON.stringify({ text }))))
})

test('keeps ETag, 304, HEAD and Content-Length of a long public list', async () => {
  const server = await testApp()
  const description = 'शाम की आरती '.repeat(20)
  for (let made = 0; made < 20; made += 1) await buildEvent(server.db, { description })
  const url = '/api/event'
  const full = await server.app.inject(url)
  const { etag = '', 'content-length': length } = full.headers
  expect(full.json().data).toHaveLength(20)
  expect(length).toBe(String(full.rawPayload.length))
  expect(full.rawPayload.length).toBeGreaterThan(full.body.length)

  const head = await server.app.inject({ method: 'HEAD', url })
  expect([head.statusCode, head.headers.etag, head.headers['content-length'], head.body]).toEqual([
    200,
    etag,
    length,
    '',
  ])
  const unchanged = await server.app.inject({ url, headers: { 'if-none-match': String(etag) } })
  expect([unchanged.statusCode, unchanged.headers.etag, unchanged.body]).toEqual([304, etag, ''])
  await server.close()
})
