import type { Readable } from 'node:stream'
import {
  API_BASE_PATH,
  type Endpoint,
  type EndpointOutput,
  type EndpointSchemas,
} from '@sevadesk/contract/base/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { badRequest } from '../errors.ts'
import { localised } from '../text/localised-text.ts'
import type { Access } from './access.ts'
import { donationRightOf } from './donation-route-rights.ts'
import type { BodyType } from './request-checks.ts'
import type { SignedIn } from './signed-in.ts'

type Part<Schemas, Key extends keyof EndpointSchemas> = Schemas extends { [K in Key]: infer S extends TSchema }
  ? Static<S>
  : unknown

/**
 * A request typed by its endpoint's schemas. `admin` is set on routes that are neither `public` nor
 * `site`.
 */
type RouteRequest<Schemas, A extends Access> = FastifyRequest<{
  Params: Part<Schemas, 'params'>
  Querystring: Part<Schemas, 'querystring'>
  Body: Part<Schemas, 'body'>
}> & { admin: AdminOf<A> }

type AdminOf<A extends Access> = A extends 'public' ? null : A extends 'site' ? SignedIn | null : SignedIn

/** A registered endpoint, for the OpenAPI description. */
export interface RegisteredEndpoint extends Pick<Endpoint, 'method' | 'path'> {
  schemas: EndpointSchemas
  access: Access
}

interface RouteOptions {
  isOpenBeforePasswordChange?: boolean
  /** Default: as `isOpenBeforePasswordChange`. */
  isOpenBeforeSecondStep?: boolean
  respondsUnderLoad?: boolean
  hasRequestLimit?: boolean
  /** The panel calls it without the user: it does not keep the session from ending. */
  isBackground?: boolean
  /** In bytes, for a JSON body that may be larger than others. */
  bodyLimit?: number
  /** Checks a right that depends on the address, before the body is read. Throws forbidden(). */
  assertAccess?(request: FastifyRequest): void
  /** Returns the part of a JSON body to validate and pass on, if it depends on the caller. */
  bodyToCheck?(request: FastifyRequest): unknown
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: RegisteredEndpoint
  }
}

/**
 * Registers an endpoint below `/api`. Params, query and a JSON body are validated before the
 * handler runs; fields that the response schema does not name are left out of the response. The
 * text fields of a multipart endpoint are validated when the form is read. A handler may return a
 * stream, which is sent unchanged. An endpoint that returns a file (`about.contentType`) has no HEAD,
 * which would run the handler and record a download.
 */
export function route<
  Schemas extends EndpointSchemas,
  const A extends Access,
  const Output extends EndpointOutput<Schemas> | Readable,
>(
  app: FastifyInstance,
  endpoint: Endpoint<Schemas>,
  schemas: Schemas,
  access: A,
  handler: (request: RouteRequest<Schemas, A>, reply: FastifyReply) => Promise<Output> | Output,
  {
    isOpenBeforePasswordChange = false,
    isBackground = false,
    isOpenBeforeSecondStep = isOpenBeforePasswordChange,
    respondsUnderLoad = false,
    hasRequestLimit = true,
    bodyLimit,
    assertAccess,
    bodyToCheck,
  }: RouteOptions = {},
): void {
  const { about, params, querystring, body, response } = schemas
  app.route({
    method: endpoint.method,
    url: API_BASE_PATH + endpoint.path,
    ...(about.contentType !== undefined && { exposeHeadRoute: false }),
    ...(bodyLimit !== undefined && { bodyLimit }),
    config: {
      access,
      donationRight: donationRightOf(endpoint),
      body: bodyTypeOf(schemas),
      isOpenBeforePasswordChange,
      isOpenBeforeSecondStep,
      respondsUnderLoad,
      hasRequestLimit,
      isBackground,
      ...(assertAccess && { assertAccess }),
      endpoint: { method: endpoint.method, path: endpoint.path, schemas, access },
    },
    schema: {
      ...(params && { params }),
      ...(querystring && { querystring }),
      ...(body && { body }),
      response: { 200: responseSchema(response) },
    },
    ...(bodyToCheck && {
      preValidation: async (request: FastifyRequest) => {
        request.body = bodyToCheck(request)
      },
    }),
    handler: (request, reply) => handler(request as RouteRequest<Schemas, A>, reply),
  })
}

function bodyTypeOf({ body, multipart }: EndpointSchemas): BodyType {
  if (body) return 'json'
  return multipart ? 'multipart' : 'none'
}

interface JsonSchema {
  type?: string
  anyOf?: JsonSchema[]
  [keyword: string]: unknown
}

const PLAIN_TYPES = ['string', 'integer', 'number', 'boolean']
const ANNOTATIONS = ['title', 'description', 'examples', 'default']

/**
 * Rewrites `anyOf: [{ type: X }, { type: 'null' }]` as `type: [X, 'null']` throughout a schema, for
 * plain types. The serialiser checks such a type itself, but validates an `anyOf` with Ajv first.
 * A nullable object stays: without Ajv the serialiser writes null in a required text as ''.
 */
export function responseSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(responseSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  const { anyOf, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, responseSchema(value)]),
  ) as JsonSchema
  if (anyOf === undefined) return rest
  const [value, empty, ...others] = anyOf
  const isNullable = value !== undefined && isPlain(value) && empty?.type === 'null' && others.length === 0
  return isNullable ? { ...rest, ...value, type: [value.type, 'null'] } : { ...rest, anyOf }
}

/** Whether nothing but its type restricts the value. */
function isPlain({ type, ...keywords }: JsonSchema): boolean {
  return (
    PLAIN_TYPES.some((plain) => plain === type) && Object.keys(keywords).every((word) => ANNOTATIONS.includes(word))
  )
}

/** A page as the query parameters ask for it. */
interface PageQuery {
  page?: string
  limit?: string
}

/** Greater than any real page number, and small enough for exact arithmetic. */
const PAGE_MAX = 1e10
/** Rows per page (specification, section 9). */
const DEFAULT_LIMIT = 10

export function parsePageRequest({ page, limit }: PageQuery): { page: number; limit: number } {
  return { page: Math.min(Number(page ?? 1), PAGE_MAX), limit: Number(limit ?? DEFAULT_LIMIT) }
}

/** Returns the range of the requested page, or of the last page if the request is beyond it. */
export function rangeOfPage(query: PageQuery, total: number): { page: number; offset: number; limit: number } {
  const { page, limit } = parsePageRequest(query)
  const existing = Math.min(page, Math.max(1, Math.ceil(total / limit)))
  return { page: existing, offset: (existing - 1) * limit, limit }
}

const STRONG_TAG = /^"([^"]*)"$/

/**
 * Returns the version that a save began from; undefined for any version. Throws badRequest() for
 * anything but one strong tag or `*`: the panel sends no list.
 */
export function readIfMatch({ headers }: { headers: { 'if-match'?: string | undefined } }): string | undefined {
  const header = headers['if-match']?.trim()
  if (header === undefined || header === '*') return undefined
  const version = STRONG_TAG.exec(header)?.[1]
  if (version !== undefined) return version
  throw badRequest(localised('The header If-Match must be a version in quotation marks, such as "3", or *.'))
}
