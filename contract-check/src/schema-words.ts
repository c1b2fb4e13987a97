import type { TSchema } from 'typebox'

/** What of JSON Schema the contract uses. */
export type SchemaFields = TSchema & {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly TSchema[]
  items?: TSchema
  properties?: Record<string, TSchema>
  required?: readonly string[]
  maxLength?: number
  minimum?: number
  maximum?: number
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  null: 'null',
}

/** A schema in one line that a developer reads at a glance: `{ _id: text, createdAt?: text, data: [text] }`. */
export function schemaWords(schema: TSchema): string {
  const { type = '', enum: values, anyOf, items, properties, required = [] }: SchemaFields = schema
  if ('const' in schema) return JSON.stringify(schema.const)
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (anyOf) return anyOf.map(schemaWords).join(' | ')
  if (type === 'array') return `[${items ? schemaWords(items) : 'anything'}]`
  if (properties) {
    const fields = Object.entries(properties).map(
      ([name, each]) => `${name}${required.includes(name) ? '' : '?'}: ${schemaWords(each)}`,
    )
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
  }
  if (type === 'object') return 'object'
  return `${NAMES[type] ?? 'anything'}${bounds(schema)}`
}

function bounds({ maxLength, minimum, maximum }: SchemaFields): string {
  if (maxLength !== undefined) return ` of at most ${maxLength} characters`
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  return ''
}
