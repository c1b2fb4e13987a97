import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import { runStatement } from './sqlite-statements.ts'

/** How long a statement waits for another process, such as a backup, before it fails. */
const BUSY_TIMEOUT_MS = 5000

/** Connections for read-only transactions that are kept open for the next one. */
const SPARE_READERS = 4

/**
 * Kysely on `node:sqlite`: one connection that writes, one that only reads. A query outside of a transaction reads on the second,
 * so that pages are answered while a transaction is open; writers wait for each other in a queue of their own, since a
 * statement that slipped in between would become part of the open transaction. A read-only transaction waits for nobody: it has a
 * connection of its own, on which all is as it was at its first read. Inside a transaction use its own handle only.
 */
export function sqliteDialect(file: string, onClose: () => void): Dialect {
  return {
    createAdapter: () => new TwoConnections(),
    createDriver: () => new SqliteDriver(file, onClose),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Kysely would otherwise hold every query back until an open transaction has ended. */
class TwoConnections extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #file: string
  readonly #onClose: () => void
  readonly #turns = new Turns()
  #writer: DatabaseSync | undefined
  #reader: DatabaseSync | undefined
  readonly #spareReaders: DatabaseSync[] = []

  constructor(file: string, onClose: () => void) {
    this.#file = file
    this.#onClose = onClose
  }

  async init(): Promise<void> {
    const writer = new DatabaseSync(this.#file, { timeout: BUSY_TIMEOUT_MS })
    writer.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
    this.#writer = writer
    this.#reader = this.#openReader()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#writer || !this.#reader) throw new Error('The database is closed.')
    return new SqliteConnection(this.#writer, this.#reader, this.#turns)
  }

  async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    if (accessMode !== 'read only') return asSqlite(connection).begin()
    const reader = this.#spareReaders.pop() ?? this.#openReader()
    asSqlite(connection).beginReading(reader, () => this.#putBack(reader))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    asSqlite(connection).end('commit')
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    asSqlite(connection).end('rollback')
  }

  async releaseConnection(): Promise<void> {}

  #openReader(): DatabaseSync {
    return new DatabaseSync(this.#file, { timeout: BUSY_TIMEOUT_MS, readOnly: true })
  }

  #putBack(reader: DatabaseSync): void {
    if (this.#writer && this.#spareReaders.length < SPARE_READERS) this.#spareReaders.push(reader)
    else reader.close()
  }

  async destroy(): Promise<void> {
    for (const spare of this.#spareReaders.splice(0)) spare.close()
    this.#reader?.close()
    this.#writer?.close()
    this.#reader = undefined
    this.#writer = undefined
    this.#onClose()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #writer: DatabaseSync
  readonly #reader: DatabaseSync
  readonly #turns: Turns
  #endTurn: (() => void) | undefined
  /** Of an open read-only transaction. */
  #ownReader: { reader: DatabaseSync; putBack: () => void } | undefined

  constructor(writer: DatabaseSync, reader: DatabaseSync, turns: Turns) {
    this.#writer = writer
    this.#reader = reader
    this.#turns = turns
  }

  /** `immediate`: a transaction that reads first and writes later would fail at once when another process wrote in between. */
  async begin(): Promise<void> {
    const endTurn = await this.#turns.take()
    try {
      this.#writer.exec('begin immediate')
      this.#endTurn = endTurn
    } catch (error) {
      endTurn()
      throw error
    }
  }

  beginReading(reader: DatabaseSync, putBack: () => void): void {
    reader.exec('begin')
    this.#ownReader = { reader, putBack }
  }

  /** A failed commit leaves the transaction and its turn open; Kysely then rolls back. */
  end(how: 'commit' | 'rollback'): void {
    if (this.#ownReader) {
      const { reader, putBack } = this.#ownReader
      this.#ownReader = undefined
      reader.exec(how)
      putBack()
      return
    }
    if (how === 'commit' || this.#writer.isTransaction) this.#writer.exec(how)
    this.#endTurn?.()
    this.#endTurn = undefined
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#ownReader) return run(this.#ownReader.reader, query)
    if (this.#endTurn) return run(this.#writer, query)
    if (SelectQueryNode.is(query.query)) return run(this.#reader, query)
    const endTurn = await this.#turns.take()
    try {
      return run(this.#writer, query)
    } finally {
      endTurn()
    }
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    const database = this.#ownReader?.reader ?? (this.#endTurn ? this.#writer : this.#reader)
    const statement = database.prepare(query.sql)
    let rows: Row[] = []
    for (const row of statement.iterate(...parametersOf(query))) {
      rows.push(row as Row)
      if (rows.length < chunkSize) continue
      yield { rows }
      rows = []
    }
    if (rows.length > 0) yield { rows }
  }
}

function run<Row>(database: DatabaseSync, query: CompiledQuery): QueryResult<Row> {
  const result = runStatement<Row>(database, query.sql, parametersOf(query))
  return 'rows' in result ? { rows: result.rows } : { rows: [], numAffectedRows: result.changes }
}

function parametersOf(query: CompiledQuery): SQLInputValue[] {
  return query.parameters as SQLInputValue[]
}

function asSqlite(connection: DatabaseConnection): SqliteConnection {
  if (connection instanceof SqliteConnection) return connection
  throw new TypeError('This connection is not of this driver.')
}

/** First come, first served. */
class Turns {
  #last: Promise<void> = Promise.resolve()

  async take(): Promise<() => void> {
    const previous = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await previous
    return resolve
  }
}
