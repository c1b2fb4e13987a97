import { addAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import type { RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { suiteServer } from '../testing/test-app.ts'

/** An empty object may lack required fields: then the schema was compiled all the same. */
const REFUSED = /^$|is required!|does not match schema definition|cannot be converted/

const routes: RouteOptions[] = []
const server = suiteServer({ prepare: (app) => void app.addHook('onRoute', (route) => void routes.push(route)) })

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

test('stops at the first invalid entry of a list, and reports each invalid field once', () => {
  const validate = server.app.validatorCompiler?.({ method: 'POST', url: '/', schema: addAdmin.body, httpPart: 'body' })
  let entriesRead = 0
  const sections = new Proxy(Array<number>(40).fill(1), {
    get(list, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) entriesRead += 1
      return Reflect.get(list, key, receiver)
    },
  })
  expect(validate?.({ username: 7, sections })).toBe(false)
  const errors = (validate as { errors?: { instancePath: string; message: string }[] }).errors ?? []
  expect(errors.map(({ instancePath, message }) => `${instancePath} ${message}`)).toEqual([
    '/username must be string',
    " must have required property 'email'",
    " must have required property 'password'",
    '/sections/0 must be string',
  ])
  expect(entriesRead).toBeLessThan(10)
})

test('every field that a caller without a session may send has a maximum length', () => {
  const open = routes.filter(({ config }) => config?.access === 'public' || config?.access === 'site')
  const parts = open.flatMap(({ url, config }) => {
    const { params, querystring, body, multipart } = config?.endpoint?.schemas ?? {}
    return [params, querystring, body, multipart].flatMap((schema) => (schema ? [{ url, schema }] : []))
  })
  expect(parts.map(({ url }) => url)).toEqual(
    expect.arrayContaining(['/api/message/addMessage', '/api/donate/order', '/api/donate/verify', '/api/admin/login']),
  )
  expect(parts.flatMap(({ url, schema }) => unlimited(schema, url))).toEqual([])
})

/** Returns the paths of texts, lists and records without an upper limit. */
function unlimited(schema: TSchema, path: string): string[] {
  const { type, maxLength, pattern, maxItems, properties, anyOf, items, patternProperties } = schema as TSchema & {
    [keyword: string]: unknown
    properties?: Record<string, TSchema>
    anyOf?: TSchema[]
    items?: TSchema
  }
  if (anyOf) return anyOf.flatMap((each) => unlimited(each, path))
  if (type === 'string' && !('const' in schema)) {
    const isBounded = maxLength !== undefined || (typeof pattern === 'string' && !/[*+]/.test(pattern))
    return isBounded ? [] : [path]
  }
  if (type === 'array' && items) {
    return [...(maxItems === undefined ? [`${path}[]`] : []), ...unlimited(items, `${path}[]`)]
  }
  if (patternProperties) return [path]
  return Object.entries(properties ?? {}).flatMap(([name, each]) => unlimited(each, `${path}.${name}`))
}

function errorOf(run: () => unknown): string {
  try {
    run()
    return ''
  } catch (error) {
    return String(error)
  }
}
