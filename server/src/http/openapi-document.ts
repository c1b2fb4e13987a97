import { API_BASE_PATH, type EndpointAbout, type EndpointSchemas } from '@sevadesk/contract/endpoint.ts'
import { Failure } from '@sevadesk/contract/envelope-schemas.ts'
import { type TSchema, Type } from 'typebox'
import type { Access } from './access.ts'
import type { Described } from './route.ts'

export interface OpenApiDocument {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  [rest: string]: unknown
}

/** One call. What OpenAPI has no word for stands under names that begin with `x-`. */
export interface Operation {
  summary: string
  /** Whether the specification has this call; if not, `x-beyond` says why there is one more. */
  'x-specified': boolean
  'x-beyond'?: string
  /** Anyone, whoever is signed in, or who holds one of these sections. */
  'x-who': Access
  'x-otherwise': string
  responses: Record<string, unknown>
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: TSchema }> }
  [rest: string]: unknown
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: TSchema
  description?: string
}

/** Of every call that carries a form: upload-once.ts goes by it. */
const UPLOAD_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: Type.String({ pattern: '^[0-9a-fA-F]{32}$' }),
  description:
    '32 hexadecimal characters that the sender makes for one upload and keeps for every try of it: it is carried out once. Sent where the capability `uploads.once` is named.',
}

const DESCRIPTION = [
  'What the panel asks of a backend, call by call. A call that the specification does not have carries `x-specified: false`: a backend may',
  'leave it out. `x-who` names who may call, `x-otherwise` what the panel does when the answer is another. docs/contract.md says the rest in words.',
].join(' ')

/** The OpenAPI 3.1 description of these endpoints, from their own schemas. */
export function openApiDocument(endpoints: readonly Described[]): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const described of endpoints) {
    const { method, path } = described.endpoint
    const template = path.replace(/:(\w+)/g, '{$1}')
    const operations = paths[template] ?? {}
    paths[template] = operations
    operations[method.toLowerCase()] = operation(described)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'SevaDesk', version: '1.0.0', description: DESCRIPTION },
    servers: [{ url: API_BASE_PATH }],
    paths,
    components: {
      schemas: { Failure },
      securitySchemes: {
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-sevadesk_session',
          description:
            'Set by the login. Over plain http its name is sevadesk_session. Another backend names its cookie as it likes.',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'The token that the login answers.' },
      },
    },
  }
}

function operation({ endpoint: { method, path }, schemas, access }: Described): Operation {
  const { about } = schemas
  const body = requestBody(schemas)
  const beyond = about.capability === undefined ? about.beyond : `Capability \`${about.capability}\`.`
  return {
    operationId: [method.toLowerCase(), ...path.split(/\W+/).filter(Boolean)].join('_'),
    tags: [path.split('/')[1] ?? ''],
    summary: about.summary,
    'x-specified': beyond === undefined,
    ...(beyond !== undefined && { 'x-beyond': beyond }),
    'x-who': access,
    'x-otherwise': about.otherwise,
    security: security(access),
    parameters: [
      ...parameters('path', schemas.params),
      ...parameters('query', schemas.querystring),
      ...(schemas.multipart ? [UPLOAD_KEY] : []),
    ],
    ...(body && { requestBody: body }),
    responses: responses(schemas, access),
  }
}

function security(access: Access): Record<string, string[]>[] {
  if (access === 'public') return []
  const signedIn = [{ cookie: [] }, { bearer: [] }]
  return access === 'site' ? [{}, ...signedIn] : signedIn
}

function parameters(place: 'path' | 'query', schema: TSchema | undefined): Parameter[] {
  const { properties, required } = objectOf(schema)
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: each,
  }))
}

function requestBody({ body, multipart, about }: EndpointSchemas): Operation['requestBody'] {
  if (body) return { required: true, content: { 'application/json': { schema: body } } }
  return multipart && { required: true, content: { 'multipart/form-data': form(multipart, about.files ?? {}) } }
}

/** The text fields, and each file by its field. */
function form(multipart: TSchema, files: NonNullable<EndpointAbout['files']>) {
  const { properties, required } = objectOf(multipart)
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const fields = Object.entries(files).map(([name, { isRepeated }]) => [
    name,
    isRepeated ? { type: 'array', items: file } : file,
  ])
  const needed = Object.entries(files).flatMap(([name, { isRequired }]) => (isRequired ? name : []))
  return {
    schema: {
      type: 'object',
      properties: { ...properties, ...Object.fromEntries(fields) },
      required: [...required, ...needed],
    },
    encoding: Object.fromEntries(Object.entries(files).map(([name, { kind }]) => [name, { contentType: `${kind}/*` }])),
  }
}

/** Which refusals follow from what a call takes and who may make it; a call's own stand beside its summary. */
function responses(schemas: EndpointSchemas, access: Access): Record<string, unknown> {
  const { params, querystring, body, multipart, about, response } = schemas
  const isKept = access !== 'public'
  const refusals: Record<number, string> = {
    ...((querystring || body || multipart) && { 400: 'Something in it has to be mended; `fields` says what.' }),
    ...(isKept && { 401: 'Nobody is signed in, or not any more.' }),
    ...(isKept && access !== 'site' && { 403: 'Not for this person, or from a page that may not call.' }),
    ...(params && { 404: 'There is no such thing, or none that this person may know of.' }),
    ...(multipart && { 409: 'The Idempotency-Key is that of another call.' }),
    ...(multipart && { 413: 'A file is too large, or there are too many.' }),
    ...((body || multipart) && { 415: 'The content is of a type that this call does not take.' }),
    ...about.refusals,
  }
  const good = about.answers ? { [about.answers]: {} } : { 'application/json': { schema: response } }
  return {
    200: { description: 'Done.', content: good },
    ...Object.fromEntries(Object.entries(refusals).map(([status, why]) => [status, failure(why)])),
    default: failure('Any other failure.'),
  }
}

function failure(description: string) {
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } }
}

function objectOf(schema: TSchema | undefined): { properties: Record<string, TSchema>; required: readonly string[] } {
  return { properties: {}, required: [], ...schema }
}
