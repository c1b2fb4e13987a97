import type { TSchema } from 'typebox'
import { type SchemaFields, schemaWords } from './schema-words.ts'

export interface Difference {
  /** Such as `data[].title`; empty for the answer itself. */
  path: string
  expected: string
  came: string
  /** What stood there; undefined when nothing did. */
  value: unknown
  /** In how many of the entries of a list. */
  times: number
}

/** Where a value is not what a schema says. What the schema does not name may be there; entries of a list that differ alike are one difference. */
export function findDifferences(schema: TSchema, value: unknown): Difference[] {
  const alike = new Map<string, Difference>()
  for (const difference of walk(schema, value, '')) {
    const key = `${difference.path} ${kindOf(difference.value)}`
    const known = alike.get(key)
    if (known) known.times += 1
    else alike.set(key, difference)
  }
  return [...alike.values()]
}

function walk(schema: TSchema, value: unknown, path: string): Difference[] {
  const { anyOf, items, properties, required = [] }: SchemaFields = schema
  if (anyOf) return nearest(anyOf, value, path) ?? [differs(schema, value, path)]
  if (!isOfType(schema, value)) return [differs(schema, value, path)]
  if (items && Array.isArray(value)) return value.flatMap((entry) => walk(items, entry, `${path}[]`))
  if (!properties || !isRecord(value)) return []
  return Object.entries(properties).flatMap(([name, each]) => {
    const place = path === '' ? name : `${path}.${name}`
    if (value[name] !== undefined) return walk(each, value[name], place)
    return required.includes(name) ? [differs(each, undefined, place)] : []
  })
}

/** Nothing where one alternative fits; of those that have the right kind of value, the one that it is least far from. */
function nearest(alternatives: readonly TSchema[], value: unknown, path: string): Difference[] | undefined {
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
  return { path, expected: schemaWords(schema), came: inWords(value), value, times: 1 }
}

const SHOWN_MAX = 60

/** A value in words: what it is, and what it says where that is short. */
export function inWords(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object') return 'an object'
  const text = JSON.stringify(value)
  return `the ${kindOf(value)} ${text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text}`
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return 'text'
  return value === null ? 'null' : typeof value
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
