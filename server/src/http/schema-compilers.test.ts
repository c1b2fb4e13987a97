import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { preparedApp } from '../testing/prepared-app.ts'
import type { TestApp } from '../testing/test-app.ts'

/** An empty object may lack required fields: then the schema was compiled all the same. */
const REFUSED = /^$|is required!|does not match schema definition|cannot be converted/

let server: TestApp
const routes: RouteOptions[] = []
beforeAll(async () => {
  server = await preparedApp((app) => void app.addHook('onRoute', (route) => void routes.push(route)))
})
afterAll(() => server.close())

test('compiles every validator and serialiser, and writes the OpenAPI document', async () => {
  let compiled = 0
  for (const { method, url, schema = {} } of routes) {
    const { response = {}, ...input } = schema
    const call = { method: [method].flat().join(), url }
    for (const part of ['params', 'querystring', 'body'] as const) {
      if (!input[part]) continue
      const validate = server.app.validatorCompiler?.({ ...call, schema: input[part] as object, httpPart: part })
      expect([true, false], `${call.method} ${url}: ${part}`).toContain(validate?.({}))
      compiled += 1
    }
    for (const [httpStatus, responseSchema] of Object.entries(response as Record<string, object>)) {
      const serialise = server.app.serializerCompiler?.({ ...call, schema: responseSchema, httpStatus })
      expect(
        errorOf(() => serialise?.({})),
        `${call.method} ${url}: ${httpStatus}`,
      ).toMatch(REFUSED)
      compiled += 1
    }
  }
  expect(compiled).toBeGreaterThan(50)
  expect((await server.app.inject('/api/openapi.json')).statusCode).toBe(200)
})

function errorOf(run: () => unknown): string {
  try {
    run()
    return ''
  } catch (error) {
    return String(error)
  }
}
