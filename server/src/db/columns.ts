/** The column of a field: `counted_by` for `countedBy`. */
export type Column<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Column<Tail>}`
  : ''

/** A record's fields as columns of its table. */
export type Columns<Values extends object> = {
  [Name in keyof Values & string as Column<Name>]: Values[Name]
}

export function toColumns<Values extends object>(values: Values): Columns<Values> {
  const entries = Object.entries(values).map(([name, value]) => [columnOf(name), value])
  return Object.fromEntries(entries) as Columns<Values>
}

/** Returns the fields that have these names. */
export function fromColumns<Row extends object, Name extends string>(row: Row, names: readonly Name[]) {
  const values = new Map<string, unknown>(Object.entries(row))
  return Object.fromEntries(names.map((name) => [name, values.get(columnOf(name))])) as {
    [Each in Name]: Column<Each> extends keyof Row ? Row[Column<Each>] : never
  }
}

function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
