interface JsonSchema {
  type?: string
  anyOf?: JsonSchema[]
  [keyword: string]: unknown
}

/**
 * Rewrites `anyOf: [{ type: X }, { type: 'null' }]` as `type: [X, 'null']` throughout a schema. It
 * means the same, but the serialiser validates each value of an `anyOf` with Ajv first.
 */
export function responseSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(responseSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  const { anyOf, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, responseSchema(value)]),
  ) as JsonSchema
  if (anyOf === undefined) return rest
  const [value, empty, ...others] = anyOf
  const isNullable = typeof value?.type === 'string' && empty?.type === 'null' && others.length === 0
  return isNullable ? { ...rest, ...value, type: [value.type, 'null'] } : { ...rest, anyOf }
}
