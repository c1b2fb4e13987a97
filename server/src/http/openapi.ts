import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { API_BASE_PATH, type EndpointSchemas } from '@sevadesk/contract/base/endpoint.ts'
import { getOpenApi } from '@sevadesk/contract/base/server-info.ts'
import * as schemas from '@sevadesk/contract/base/server-info-schemas.ts'
import type { FastifyInstance } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { Access } from './access.ts'
import { type RegisteredEndpoint, route } from './route.ts'
import { COMPONENT_SCHEMAS, withReferences } from './shared-schemas.ts'

const DESCRIPTION = [
  'The calls that the panel makes to a backend. `x-specified: false` marks a call that the specification does not have: a backend may leave',
  'it out. `x-who` names who may call, `x-on-failure` what the panel does when the call fails. docs/contract.md describes',
  'the rest.',
].join(' ')

const LICENSE = { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' }

const openApi = (version: string): NonNullable<FastifyDynamicSwaggerOptions['openapi']> => ({
  openapi: '3.1.0',
  info: { title: 'SevaDesk', version, description: DESCRIPTION, license: LICENSE },
  servers: [{ url: API_BASE_PATH }],
  components: {
    securitySchemes: {
      cookie: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-sevadesk_session',
        description:
          'Set by the login. Over plain http its name is sevadesk_session. A port other than 80 and 443 follows, such as _4000. Another backend may name its cookie differently.',
      },
      bearer: { type: 'http', scheme: 'bearer', description: 'The token that the login returns.' },
    },
  },
})

const IDEMPOTENCY_KEY = Type.Optional(
  Type.String({
    pattern: '^[0-9a-fA-F]{32}$',
    description:
      '32 hexadecimal characters that the client generates for one record and sends again with each retry, so that it is created or changed once. The panel sends them to backends of level 1.',
  }),
)
const IF_MATCH = Type.Optional(
  Type.String({
    description:
      'The `version` that the save began from, in quotation marks, such as `"3"`, or `*` for any. The panel sends it to backends of level 1.',
  }),
)

/**
 * Serves the OpenAPI description of every endpoint that is registered after this call. `version` is
 * that of SevaDesk.
 */
export async function registerOpenApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: openApi(version),
    convertConstToEnum: false,
    transform: ({ url, route: { config } }) => {
      const endpoint = config?.endpoint
      return { url, schema: endpoint ? openApiSchema(endpoint) : { hide: true } }
    },
  })

  let text: string | undefined
  route(app, getOpenApi, schemas.getOpenApi, 'public', (_request, reply) => {
    text ??= toJson(app)
    return reply.type('application/json; charset=utf-8').send(text)
  })
}

function toJson(app: FastifyInstance): string {
  const { paths, components, ...rest }: { paths?: object; components?: object } = app.swagger({ yaml: false })
  return JSON.stringify({
    ...rest,
    paths: withReferences(paths),
    components: { ...components, schemas: COMPONENT_SCHEMAS },
  })
}

function openApiSchema({ method, path, schemas, access }: RegisteredEndpoint) {
  const { about, params, querystring, body, multipart } = schemas
  const usedBy = about.level === undefined ? about.usedBy : `the panel, on backends of level ${about.level}`
  return {
    operationId: [method.toLowerCase(), ...path.split(/\W+/).filter(Boolean)].join('_'),
    tags: [path.split('/')[1] ?? ''],
    summary: about.summary,
    'x-specified': usedBy === undefined,
    ...(usedBy !== undefined && { 'x-used-by': usedBy }),
    'x-who': access,
    ...(about.onFailure !== undefined && { 'x-on-failure': about.onFailure }),
    security: security(access),
    ...(params && { params }),
    ...(querystring && { querystring }),
    ...(body && { body }),
    ...(multipart && { consumes: ['multipart/form-data'], body: formSchema(schemas) }),
    ...headers(schemas),
    response: responses(schemas, access),
  }
}

function headers(schemas: EndpointSchemas): { headers?: TSchema } {
  const properties = {
    ...(takesKey(schemas) && { 'Idempotency-Key': IDEMPOTENCY_KEY }),
    ...(schemas.about.isVersioned && { 'If-Match': IF_MATCH }),
  }
  return Object.keys(properties).length > 0 ? { headers: Type.Object(properties) } : {}
}

function takesKey({ multipart, about }: EndpointSchemas): boolean {
  return multipart !== undefined || about.isCreation === true
}

function security(access: Access): Record<string, string[]>[] {
  if (access === 'public') return []
  const signedIn = [{ cookie: [] }, { bearer: [] }]
  return access === 'site' ? [{}, ...signedIn] : signedIn
}

/** The schema of a form with its text fields and files. */
function formSchema({ multipart, about: { files = {} } }: EndpointSchemas) {
  const fileFields = Object.entries(files).map(([name, { kind, isRepeated }]) => {
    const file = { type: 'string', contentMediaType: kind === 'pdf' ? 'application/pdf' : `${kind}/*` }
    return [name, isRepeated ? { type: 'array', items: file } : file]
  })
  const requiredFiles = Object.entries(files).flatMap(([name, { isRequired }]) => (isRequired ? name : []))
  const text: { properties?: object; required?: string[] } = { ...multipart }
  return {
    type: 'object',
    properties: { ...text.properties, ...Object.fromEntries(fileFields) },
    required: [...(text.required ?? []), ...requiredFiles],
  }
}

/** Success, the refusals that follow from an endpoint's input and access, and those it declares. */
function responses(schemas: EndpointSchemas, access: Access): Record<string, unknown> {
  const { params, querystring, body, multipart, about, response } = schemas
  const needsAccount = access !== 'public' && access !== 'site'
  const refusals: Record<number, string> = {
    ...((querystring || body || multipart) && { 400: 'The request is invalid; `fields` names the fields.' }),
    ...(access === 'site' && { 401: 'The bearer token is invalid, or its session has ended.' }),
    ...(needsAccount && { 401: 'The caller is not signed in, or the session has ended.' }),
    ...(needsAccount && { 403: 'The account lacks permission, or the origin is not allowed.' }),
    ...(params && { 404: notFound(access) }),
    ...(takesKey(schemas) && { 409: 'The Idempotency-Key was used for another call.' }),
    ...(about.isVersioned && { 412: 'The record has another version; `current` is the record as it is now.' }),
    ...(multipart && { 413: 'A file is too large, or there are too many files.' }),
    ...((body || multipart) && { 415: 'The content type is not accepted.' }),
    ...(!needsAccount && { 429: 'Too many requests from this address.' }),
    ...about.refusals,
  }
  const types = [about.contentType ?? 'application/json'].flat()
  const content = types.map((type) => [type, { schema: about.contentType ? {} : response }] as const)
  return {
    200: {
      description: 'Success.',
      content: Object.fromEntries(content),
    },
    ...Object.fromEntries(Object.entries(refusals).map(([status, reason]) => [status, failure(reason)])),
    default: failure('Any other failure.'),
  }
}

function notFound(access: Access): string {
  return access === 'public' ? 'It does not exist.' : 'It does not exist, or the account may not see it.'
}

function failure(description: string) {
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } }
}
