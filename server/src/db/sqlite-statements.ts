import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** The server has far fewer different statements, except for lists of varying length. */
const MAX_STATEMENTS = 300

interface Prepared {
  statement: StatementSync
  returnsRows: boolean
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
  const { statement, returnsRows } = prepare(database, text)
  if (returnsRows) return { rows: statement.all(...parameters) as Row[] }
  const { changes } = statement.run(...parameters)
  return { changes: BigInt(changes) }
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
  const returnsRows = statement.columns().length > 0
  // A full-text table reports a last inserted row id that a number cannot hold.
  if (!returnsRows) statement.setReadBigInts(true)
  return { statement, returnsRows }
}
