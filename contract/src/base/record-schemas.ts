import { type TSchema, type TUnsafe, Type } from 'typebox'
import { NOT_BLANK } from './not-blank.ts'
import type { FieldValue, RecordField, RecordFields } from './record-fields.ts'

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** A day in the trust's zone. The server refuses an invalid one with a sentence at its field. */
export const day = (title?: string) =>
  Type.String({ ...(title !== undefined && { title }), maxLength: 20, description: 'YYYY-MM-DD' })

/** A list may grow by merges. */
const MAX_TEXTS = 200
const MAX_ID = 100

/** Fields of a response. */
export function responseSchemas<Fields extends RecordFields>(fields: Fields) {
  return mapFields(fields, responseSchema) as {
    [Name in keyof Fields]: TUnsafe<
      FieldValue<Fields[Name]> | (Fields[Name] extends { isPrivate: true } ? null : never)
    >
  }
}

/** Fields of a form. An empty text removes an identity number. */
export function formSchemas<Fields extends RecordFields>(fields: Fields) {
  return mapFields(fields, formSchema) as {
    [Name in keyof Fields]: TUnsafe<Fields[Name] extends { kind: 'identity' } ? string : FieldValue<Fields[Name]>>
  }
}

function mapFields(fields: RecordFields, schemaOf: (field: RecordField) => TSchema): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]))
}

function responseSchema(field: RecordField): TSchema {
  switch (field.kind) {
    case 'line':
    case 'lines':
      return field.isPrivate ? nullable(Type.String()) : Type.String()
    case 'list':
      return Type.Array(Type.String())
    case 'identity':
      return nullable(Type.String())
    case 'day':
    case 'id':
      return nullableIfEmpty(field, Type.String())
    default:
      return formSchema(field)
  }
}

function formSchema(field: RecordField): TSchema {
  const title = field.title === undefined ? {} : { title: field.title }
  switch (field.kind) {
    case 'line':
    case 'lines':
      return Type.String({ ...title, ...(field.isRequired && { pattern: NOT_BLANK }), maxLength: field.max })
    case 'list':
      return Type.Array(Type.String({ maxLength: field.max }), { ...title, maxItems: MAX_TEXTS })
    case 'identity':
      return Type.String({ ...title, maxLength: field.max })
    case 'day':
      return nullableIfEmpty(field, day(field.title))
    case 'id':
      return nullableIfEmpty(field, Type.String({ ...title, maxLength: MAX_ID }))
    case 'paise':
      return nullableIfEmpty(field, Type.Integer(title))
    case 'choice':
      return nullableIfEmpty(field, Type.Enum([...field.of], title))
  }
}

function nullableIfEmpty({ empty }: { empty?: string | null }, schema: TSchema): TSchema {
  return empty === null ? nullable(schema) : schema
}
