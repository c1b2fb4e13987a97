import { isBlank } from '@sevadesk/contract/base/not-blank.ts'
import {
  emptyValue,
  type FieldValues,
  fieldEntries,
  type RecordField,
  type RecordFields,
} from '@sevadesk/contract/base/record-fields.ts'
import { toLine, toLines } from './localised-text.ts'

/** Returns the named fields that were sent, with normalised texts. */
export function readTypedFields<Fields extends RecordFields>(
  fields: Fields,
  names: readonly (keyof Fields & string)[],
  sent: { readonly [Name in keyof Fields]?: unknown },
): Partial<FieldValues<Fields>> {
  const values = fieldEntries(fields)
    .filter(([name]) => names.includes(name) && sent[name] !== undefined)
    .map(([name, field]) => [name, normalise(field, sent[name])])
  return Object.fromEntries(values) as Partial<FieldValues<Fields>>
}

function normalise(field: RecordField, value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map(toLine).filter((text) => !isBlank(text)))]
  if (typeof value !== 'string') return value
  const text = field.kind === 'lines' ? toLines(value) : toLine(value)
  return text === '' ? emptyValue(field) : text
}
