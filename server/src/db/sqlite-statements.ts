import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** The server has far fewer different statements, except for lists of varying length. */
const MAX_STATEMENTS = 300

interface Prepared {
  statement: StatementSync
  /** Empty for a statement that returns no rows. */
  columns: readonly string[]
  /** A row of nulls. Rows are copies of it, so that they share a hidden class. */
  template: Readonly<Record<string, null>>
}

const caches = new WeakMap<DatabaseSync, Map<string, Prepared>>()

export type StatementResult<Row> = { rows: Row[] } | { changes: bigint }

/**
 * Runs a statement to its end. Caches prepared statements per connection: preparing most statements
 * takes longer than running them.
 */
export function runStatement<Row>(
  database: DatabaseSync,
  text: string,
  parameters: readonly SQLInputValue[],
): StatementResult<Row> {
  const prepared = prepare(database, text)
  const { statement, columns } = prepared
  if (columns.length === 0) return { changes: BigInt(statement.run(...parameters).changes) }
  const lists = statement.all(...parameters) as unknown as unknown[][]
  const isCurrent = (lists[0] ?? columns).length === columns.length
  return { rows: rowsOf(isCurrent ? prepared : renew(database, text), lists) as Row[] }
}

/** Prepares a `select *` again after another process has added or removed a column. */
function renew(database: DatabaseSync, text: string): Prepared {
  caches.get(database)?.delete(text)
  return prepare(database, text)
}

/**
 * Builds the rows here: the fields of node:sqlite's own row objects are slow to read, a quarter of
 * the time of a page.
 */
function rowsOf({ columns, template }: Prepared, lists: unknown[][]): Record<string, unknown>[] {
  return lists.map((values) => {
    const row: Record<string, unknown> = { ...template }
    columns.forEach((column, at) => {
      row[column] = values[at]
    })
    return row
  })
}

function prepare(database: DatabaseSync, text: string): Prepared {
  const cache = caches.get(database) ?? new Map<string, Prepared>()
  caches.set(database, cache)
  const prepared = cache.get(text) ?? create(database, text)
  // Moves the statement to the end, so that the least recently used one is evicted first.
  cache.delete(text)
  cache.set(text, prepared)
  const [oldest] = cache.keys()
  if (cache.size > MAX_STATEMENTS && oldest !== undefined) cache.delete(oldest)
  return prepared
}

function create(database: DatabaseSync, text: string): Prepared {
  const statement = database.prepare(text)
  const columns = statement.columns().map(({ name }) => name)
  if (columns.length > 0) statement.setReturnArrays(true)
  // A full-text table reports a last inserted row id that a number cannot hold.
  else statement.setReadBigInts(true)
  const template = Object.fromEntries(columns.map((column) => [column, null]))
  return { statement, columns, template }
}
