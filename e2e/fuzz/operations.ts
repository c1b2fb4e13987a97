/** A JSON Schema, as far as the generator reads it. */
export interface JsonSchema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minimum?: number
  maximum?: number
  maxItems?: number
  maxLength?: number
  pattern?: string
  /** A file of a form. */
  contentMediaType?: string
  $ref?: string
}

interface Content {
  [contentType: string]: { schema?: JsonSchema }
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  schema: JsonSchema
}

/** One call of the OpenAPI description. */
export interface Operation {
  /** In capitals. */
  method: string
  /** With its prefix, such as `/api/event/{id}`. */
  path: string
  parameters: Parameter[]
  body?: { contentType: string; schema: JsonSchema } | undefined
  /** What each documented status sends, by content type. */
  responses: Map<number, Content>
}

interface OpenApi {
  servers: { url: string }[]
  components: { schemas: Record<string, JsonSchema> }
  paths: Record<string, Record<string, RawOperation>>
}

interface RawOperation {
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

/** Reads the operations and the shape of a failure. Throws if the description has neither. */
export function readOpenApi(description: unknown): { operations: Operation[]; failure: JsonSchema } {
  const { components } = description as OpenApi
  const { servers, paths } = resolveReferences(description, components.schemas) as OpenApi
  const base = servers[0]?.url ?? ''
  const failure = components.schemas.Failure
  if (!failure) throw new Error('The description has no schema Failure')
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => readOperation(method, base + path, raw)),
  )
  return { operations, failure }
}

/** Returns `value` with each reference replaced by its schema, which the generator and the check read. */
function resolveReferences(value: unknown, schemas: Record<string, JsonSchema>): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => resolveReferences(each, schemas))
  const { $ref } = value as JsonSchema
  if ($ref !== undefined) return resolveReferences(schemas[$ref.replace('#/components/schemas/', '')], schemas)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolveReferences(each, schemas)]))
}

function readOperation(method: string, path: string, raw: RawOperation): Operation {
  const [body] = Object.entries(raw.requestBody?.content ?? {})
  return {
    method: method.toUpperCase(),
    path,
    parameters: raw.parameters ?? [],
    body: body && { contentType: body[0], schema: body[1].schema ?? {} },
    responses: new Map(
      Object.entries(raw.responses)
        .filter(([status]) => status !== 'default')
        .map(([status, { content }]) => [Number(status), content ?? {}]),
    ),
  }
}
