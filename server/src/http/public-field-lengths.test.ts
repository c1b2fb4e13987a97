import type { RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { preparedApp } from '../testing/prepared-app.ts'
import type { TestApp } from '../testing/test-app.ts'

let server: TestApp
const routes: RouteOptions[] = []
beforeAll(async () => {
  server = await preparedApp((app) => void app.addHook('onRoute', (route) => void routes.push(route)))
})
afterAll(() => server.close())

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
