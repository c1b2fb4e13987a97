import type { Static, TSchema } from 'typebox'

/**
 * What a call is for, in words for whoever builds another backend: `/api/openapi.json`, docs/contract-calls.md and `npm run contract:check`
 * say them. They stand beside the schemas, so that no browser carries them.
 */
export interface EndpointAbout {
  /** One sentence. */
  summary: string
  /** What the panel does when a backend has no such call, or answers it with something else. */
  otherwise: string
  /** Of a call that the specification does not have: the capability in `/admin/me` that offers it to the panel. */
  capability?: string
  /** Of one more that the panel never makes: whom it serves. */
  beyond?: string
  /** The files of a form, by field. */
  files?: Readonly<Record<string, FormFile>>
  /** The type of a good answer that is not JSON. */
  answers?: 'application/pdf' | 'text/csv'
  /** Why it may be refused, by status, where that does not follow from what it takes and from who may call it. */
  refusals?: Readonly<Record<number, string>>
}

export interface FormFile {
  kind: 'image' | 'video'
  isRequired?: boolean
  isRepeated?: boolean
}

/** The schemas of one endpoint. A body is JSON; `multipart` lists the text fields of a form that also carries files. */
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
 * An endpoint as data. `path` is below the base path `/api`, with `:name` for a parameter.
 * The schemas travel as a type alone, so that a browser bundle never carries the schema library.
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

/** What a caller passes: `params`, `querystring`, `body` and `multipart`, each only where the endpoint has it. */
export type EndpointInput<Schemas extends EndpointSchemas> = Part<Schemas, 'params'> &
  Part<Schemas, 'querystring'> &
  Part<Schemas, 'body'> &
  Part<Schemas, 'multipart'>

/** What a successful call answers with. */
export type EndpointOutput<Schemas extends EndpointSchemas> = Static<Schemas['response']>

/** The base path of every call (specification, section 7). */
export const API_BASE_PATH = '/api'
