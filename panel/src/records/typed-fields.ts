import {
  emptyValue,
  type FieldValue,
  fieldEntries,
  type RecordField,
  type RecordFields,
} from '@sevadesk/contract/base/record-fields.ts'
import { parseTypedDay, typedDay } from '../ui/dates/typed-day.ts'
import { parseRupees, typedRupees } from './rupees.ts'

/** A form's value of a field, as it is typed: empty while unknown, a list with an entry per line. */
type TypedValue<Field extends RecordField> = Field extends { of: readonly (infer Option)[] }
  ? Option | (Field extends { empty: null } ? '' : never)
  : string

export type TypedFields<Fields extends RecordFields> = { -readonly [Name in keyof Fields]: TypedValue<Fields[Name]> }

/** Returns the form's values of a record. Masked numbers are left out. */
export function typedFields<Fields extends RecordFields>(
  fields: Fields,
  record: { readonly [Name in keyof Fields]?: unknown },
): TypedFields<Fields> {
  const values = fieldEntries(fields).map(([name, field]) => [name, typedValue(field, record[name])])
  return Object.fromEntries(values) as TypedFields<Fields>
}

function typedValue(field: RecordField, value: unknown): string {
  if (field.kind === 'identity') return ''
  if (field.kind === 'choice') return String(value ?? field.empty ?? '')
  if (Array.isArray(value)) return value.join('\n')
  if (typeof value === 'number') return typedRupees(value)
  const text = String(value ?? '')
  return field.kind === 'day' ? typedDay(text) : text
}

/** Returns what is sent of a form's values, all but identity numbers. What must be valid was validated. */
export function sentFields<Fields extends RecordFields>(fields: Fields, typed: TypedFields<Fields>) {
  const values = fieldEntries(fields)
    .filter(([, { kind }]) => kind !== 'identity')
    .map(([name, field]) => [name, sentValue(field, String(typed[name]))])
  return Object.fromEntries(values) as {
    -readonly [Name in keyof Fields as Fields[Name] extends { kind: 'identity' } ? never : Name]: FieldValue<
      Fields[Name]
    >
  }
}

function sentValue(field: RecordField, typed: string): unknown {
  switch (field.kind) {
    case 'list':
      return linesOf(typed)
    case 'paise':
      return parseRupees(typed).paise ?? emptyValue(field)
    case 'day':
      return typed.trim() === '' ? emptyValue(field) : dayOf(typed)
    case 'id':
    case 'choice':
      return typed === '' ? emptyValue(field) : typed
    default:
      return typed
  }
}

/** The day that was typed, `YYYY-MM-DD`; what was typed if it is none. Any year, since it has been validated. */
export function dayOf(typed: string): string {
  return parseTypedDay(typed, [0, 9999]).day ?? typed
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
