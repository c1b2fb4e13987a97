import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** Far more than the server has texts of SQL, save for lists of differing length. */
const KEPT = 300

interface Prepared {
  statement: StatementSync
  /** Whether it answers rows. */
  isReader: boolean
}

const prepared = new WeakMap<DatabaseSync, Map<string, Prepared>>()

/** What a statement answers: rows, or how many it changed. */
export type StatementResult<Row> = { rows: Row[] } | { changes: bigint }

/**
 * Runs a statement whole. Preparing one takes longer than most of them run, so the latest are kept for each connection; the engine
 * itself prepares a kept one anew when a table has changed. One that is iterated must not come from here: it would be used by two at once.
 */
export function runStatement<Row>(
  database: DatabaseSync,
  text: string,
  parameters: readonly SQLInputValue[],
): StatementResult<Row> {
  const { statement, isReader } = prepare(database, text)
  if (isReader) return { rows: statement.all(...parameters) as Row[] }
  const { changes } = statement.run(...parameters)
  return { changes: BigInt(changes) }
}

function prepare(database: DatabaseSync, text: string): Prepared {
  const statements = prepared.get(database) ?? new Map<string, Prepared>()
  prepared.set(database, statements)
  const known = statements.get(text)
  if (known) {
    // The one that was used last is let go last.
    statements.delete(text)
    statements.set(text, known)
    return known
  }
  const statement = database.prepare(text)
  const isReader = statement.columns().length > 0
  // A full-text table leaves the key of a piece of its index as the last one inserted, which is beyond what a number holds.
  if (!isReader) statement.setReadBigInts(true)
  const made = { statement, isReader }
  statements.set(text, made)
  if (statements.size > KEPT) {
    const [oldest] = statements.keys()
    if (oldest !== undefined) statements.delete(oldest)
  }
  return made
}
