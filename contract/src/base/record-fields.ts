/**
 * Describes a field of a record that a person enters. Its type, schema, empty value and column follow
 * from it. `line` and `lines` are texts of at most `max` characters, `line` without line breaks; a
 * `list` has several. An `identity` number is masked in responses, and sent only when it changes. A
 * `day` is `YYYY-MM-DD`, `paise` a whole number. A field with `empty: null` is null while unknown.
 */
export type RecordField = (
  | TextField
  | { readonly kind: 'list' | 'identity'; readonly max: number }
  | { readonly kind: 'day' | 'paise' | 'id'; readonly empty?: null }
  | { readonly kind: 'choice'; readonly of: readonly string[]; readonly empty: string | null }
) & {
  /** Names the field in the server's messages. Default: the words of its name. */
  readonly title?: string
}

interface TextField {
  readonly kind: 'line' | 'lines'
  readonly max: number
  readonly isRequired?: true
  /** The response to some callers has null. */
  readonly isPrivate?: true
}

export type RecordFields = Readonly<Record<string, RecordField>>

/** As it is stored. */
export type FieldValue<Field extends RecordField> =
  | (Field extends { kind: 'list' }
      ? string[]
      : Field extends { kind: 'paise' }
        ? number
        : Field extends { of: readonly (infer Option)[] }
          ? Option
          : string)
  | (Field extends { empty: null } | { kind: 'identity' } ? null : never)

export type FieldValues<Fields extends RecordFields> = { -readonly [Name in keyof Fields]: FieldValue<Fields[Name]> }

/** The names of the fields of a kind. */
export type NameOfKind<Fields extends RecordFields, Kind extends RecordField['kind']> = {
  [Name in keyof Fields]: Fields[Name]['kind'] extends Kind ? Name : never
}[keyof Fields]

export function fieldNames<Fields extends RecordFields>(fields: Fields): (keyof Fields & string)[] {
  return Object.keys(fields)
}

export function fieldEntries<Fields extends RecordFields>(fields: Fields): [keyof Fields & string, RecordField][] {
  return Object.entries(fields)
}

export function namesOfKind<Fields extends RecordFields, Kind extends RecordField['kind']>(
  fields: Fields,
  ...kinds: readonly Kind[]
) {
  return fieldNames(fields).filter((name): name is NameOfKind<Fields, Kind> & string =>
    kinds.some((kind) => kind === fields[name]?.kind),
  )
}

/** Returns the values of an empty record. */
export function emptyValues<Fields extends RecordFields>(fields: Fields): FieldValues<Fields> {
  return Object.fromEntries(
    fieldEntries(fields).map(([name, field]) => [name, emptyValue(field)]),
  ) as FieldValues<Fields>
}

export function emptyValue(field: RecordField): string | number | string[] | null {
  switch (field.kind) {
    case 'list':
      return []
    case 'identity':
      return null
    case 'choice':
      return field.empty
    case 'line':
    case 'lines':
      return ''
    case 'paise':
      return field.empty === undefined ? 0 : null
    case 'day':
    case 'id':
      return field.empty === undefined ? '' : null
  }
}
