import type { Static, TSchema } from 'typebox'

/** The schemas of one endpoint. A body is JSON; `multipart` lists the text fields of a form that also carries files. */
export interface EndpointSchemas {
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
