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
