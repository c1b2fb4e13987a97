import type { Static, TSchema } from 'typebox'

/**
 * Documents a call for `/api/openapi.json`. Kept beside the schemas, so
 * that browsers do not load it.
 */
export interface EndpointAbout {
  /** One sentence. */
  summary: string
  /** What the panel does when the call is missing or fails. */
  onFailure?: string
  /** The least `level` in `/admin/me` of backends that have a call beyond the specification. */
  level?: number
  /** Whether a JSON call creates a record and so takes an `Idempotency-Key`. Every form does. */
  isCreation?: true
  /** Whether the call saves a record that carries a version and so takes `If-Match`. */
  isVersioned?: true
  /** Who uses a call that the panel never makes. */
  usedBy?: string
  /** Files of a form, by field name. */
  files?: Readonly<Record<string, FormFile>>
  /** Content type of a response that is not JSON, or the types among which the caller chooses. */
  contentType?: FileType | readonly FileType[]
  /** Reasons for failures by status, beyond validation and access. */
  refusals?: Readonly<Record<number, string>>
}

type FileType =
  | 'application/json'
  | 'application/pdf'
  | 'text/csv'
  | 'image/*'
  | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface FormFile {
  kind: 'image' | 'video' | 'pdf'
  isRequired?: boolean
  isRepeated?: boolean
}

/** `body` is JSON; `multipart` has the text fields of a form with files. */
export interface EndpointSchemas {
  about: EndpointAbout
  params?: TSchema
  querystring?: TSchema
  body?: TSchema
  multipart?: TSchema
  response: TSchema
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * `path` is below `/api`, with `:name` for a parameter. The schemas are a type only, so that a
 * browser bundle does not contain the schema library.
 */
export interface Endpoint<Schemas extends EndpointSchemas = EndpointSchemas> {
  readonly method: Method
  readonly path: string
  readonly schemas?: Schemas
}

export function endpoint<Schemas extends EndpointSchemas>(method: Method, path: string): Endpoint<Schemas> {
  return { method, path }
}

type Part<Schemas, Key extends keyof EndpointSchemas> = Schemas extends { [K in Key]: infer S extends TSchema }
  ? { [K in Key]: Static<S> }
  : object

/** The parts of the request for which the endpoint has a schema. */
export type EndpointInput<Schemas extends EndpointSchemas> = Part<Schemas, 'params'> &
  Part<Schemas, 'querystring'> &
  Part<Schemas, 'body'> &
  Part<Schemas, 'multipart'>

export type EndpointOutput<Schemas extends EndpointSchemas> = Static<Schemas['response']>

/** Specification, section 7. */
export const API_BASE_PATH = '/api'
