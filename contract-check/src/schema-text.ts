import type { TSchema } from 'typebox'

/** The keywords of JSON Schema that the check reads. */
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

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  null: 'null',
}

/** Formats a schema on one line: `{ _id: text, createdAt?: text, data: [text] }`. */
export function schemaText(schema: TSchema): string {
  const { type = '', enum: values, anyOf, items, properties, required = [] }: SchemaFields = schema
  if ('const' in schema) return JSON.stringify(schema.const)
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (anyOf) return anyOf.map(schemaText).join(' | ')
  if (type === 'array') return `[${items ? schemaText(items) : 'anything'}]`
  if (properties) {
    const fields = Object.entries(properties).map(
      ([name, each]) => `${name}${required.includes(name) ? '' : '?'}: ${schemaText(each)}`,
    )
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
  }
  if (type === 'object') return 'object'
  return `${TYPE_NAMES[type] ?? 'anything'}${bounds(schema)}`
}

function bounds({ maxLength, minimum, maximum }: SchemaFields): string {
  if (maxLength !== undefined) return ` of at most ${maxLength} characters`
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  return ''
}
