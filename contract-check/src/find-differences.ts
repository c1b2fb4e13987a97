import type { TSchema } from 'typebox'
import { type SchemaFields, schemaText } from './schema-text.ts'

export interface Difference {
  /** Path within the compared value, such as `[].title`; empty for the value itself. */
  path: string
  expected: string
  actual: string
  value: unknown
  /** Number of list entries with this difference. */
  times: number
}

/**
 * Compares a value with a schema. Ignores unknown fields. Merges the differences of list entries
 * that have the same path and type.
 */
export function findDifferences(schema: TSchema, value: unknown): Difference[] {
  const merged = new Map<string, Difference>()
  for (const difference of walk(schema, value, '')) {
    const key = `${difference.path} ${kindOf(difference.value)}`
    const existing = merged.get(key)
    if (existing) existing.times += 1
    else merged.set(key, difference)
  }
  return [...merged.values()]
}

function walk(schema: TSchema, value: unknown, path: string): Difference[] {
  const { anyOf, items, properties, required = [] }: SchemaFields = schema
  if (anyOf) return closest(anyOf, value, path) ?? [differs(schema, value, path)]
  if (!isOfType(schema, value)) return [differs(schema, value, path)]
  if (items && Array.isArray(value)) return value.flatMap((entry) => walk(items, entry, `${path}[]`))
  if (!properties || !isRecord(value)) return []
  return Object.entries(properties).flatMap(([name, each]) => {
    const fieldPath = path === '' ? name : `${path}.${name}`
    if (value[name] !== undefined) return walk(each, value[name], fieldPath)
    return required.includes(name) ? [differs(each, undefined, fieldPath)] : []
  })
}

/**
 * Returns the differences from the closest alternative; undefined if none has the value's type.
 */
function closest(alternatives: readonly TSchema[], value: unknown, path: string): Difference[] | undefined {
  const all = alternatives.map((each) => walk(each, value, path))
  const inner = all.filter((differences) => differences.every((difference) => difference.path !== path))
  return inner.toSorted((a, b) => a.length - b.length)[0]
}

function isOfType(schema: TSchema, value: unknown): boolean {
  const { type, enum: values }: SchemaFields = schema
  if ('const' in schema) return value === schema.const
  if (values) return values.includes(value)
  switch (type) {
    case 'integer':
      return Number.isInteger(value)
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isRecord(value)
    case 'null':
      return value === null
    case undefined:
      return true
    default:
      return typeof value === type
  }
}

function differs(schema: TSchema, value: unknown, path: string): Difference {
  return { path, expected: schemaText(schema), actual: describeValue(value), value, times: 1 }
}

const MAX_LENGTH = 60

export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object') return 'an object'
  const text = JSON.stringify(value)
  return `the ${kindOf(value)} ${text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text}`
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return 'text'
  return value === null ? 'null' : typeof value
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
