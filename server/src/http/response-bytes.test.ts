import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerResponseBytes } from './response-body.ts'

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
