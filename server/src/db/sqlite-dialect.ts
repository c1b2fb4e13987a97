import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Mutex } from 'async-mutex'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  RawNode,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import { runStatement } from './sqlite-statements.ts'

/** How long opening waits for another program. It blocks the event loop, but no call runs yet. */
const OPEN_TIMEOUT_MS = 5000

const DURABLE = 'pragma journal_mode = wal; pragma synchronous = full'

/** For a file that is filled in one transaction and then removed: it takes half the space. */
export const TEMPORARY = 'pragma journal_mode = off; pragma synchronous = off'

/** Maximum number of idle readers that stay open for the next read-only transactions. */
const IDLE_READERS = 4

/**
 * Kysely on `node:sqlite`. Kysely's own dialect has one connection, so reads wait for open
 * transactions; here reads have their own. Queries outside of transactions read on a shared reader
 * and write under the writer's mutex; a read-only transaction has its own reader, which sees one
 * snapshot. Inside a transaction use only its handle: a write through the outer one never ends.
 */
export function sqliteDialect(file: string, onClose: () => void, pragmas = DURABLE): Dialect {
  return {
    createAdapter: () => new ManyConnectionsAdapter(),
    createDriver: () => new SqliteDriver(file, onClose, pragmas),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class ManyConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #file: string
  readonly #onClose: () => void
  readonly #pragmas: string
  readonly #mutex = new Mutex()
  #writer: DatabaseSync | undefined
  #reader: DatabaseSync | undefined
  readonly #idleReaders: DatabaseSync[] = []

  constructor(file: string, onClose: () => void, pragmas: string) {
    this.#file = file
    this.#onClose = onClose
    this.#pragmas = pragmas
  }

  async init(): Promise<void> {
    this.#writer = new DatabaseSync(this.#file, { timeout: OPEN_TIMEOUT_MS })
    this.#writer.exec(`${this.#pragmas}; pragma foreign_keys = on`)
    this.#writer.exec('pragma busy_timeout = 0')
    this.#reader = this.#openReader()
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#writer || !this.#reader) throw new Error('The database is closed.')
    return new SqliteConnection(this.#writer, this.#reader, this.#mutex)
  }

  async beginTransaction(connection: SqliteConnection, { accessMode }: TransactionSettings): Promise<void> {
    if (accessMode !== 'read only') return connection.begin()
    const reader = this.#idleReaders.pop() ?? this.#openReader()
    try {
      await connection.beginReadOnly(reader, () => this.#releaseReader(reader))
    } catch (error) {
      reader.close()
      throw error
    }
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.end('commit')
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.end('rollback')
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    for (const reader of this.#idleReaders.splice(0)) reader.close()
    this.#reader?.close()
    this.#writer?.close()
    this.#reader = undefined
    this.#writer = undefined
    this.#onClose()
  }

  #openReader(): DatabaseSync {
    return new DatabaseSync(this.#file, { timeout: 0, readOnly: true })
  }

  #releaseReader(reader: DatabaseSync): void {
    if (this.#writer && this.#idleReaders.length < IDLE_READERS) this.#idleReaders.push(reader)
    else reader.close()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #writer: DatabaseSync
  readonly #reader: DatabaseSync
  readonly #mutex: Mutex
  #transaction: { database: DatabaseSync; release: () => void } | undefined

  constructor(writer: DatabaseSync, reader: DatabaseSync, mutex: Mutex) {
    this.#writer = writer
    this.#reader = reader
    this.#mutex = mutex
  }

  /**
   * Begins `immediate`: otherwise a transaction that reads before it writes fails at once if
   * another process wrote in between.
   */
  async begin(): Promise<void> {
    // From the arrival, so that the waits of writes behind each other do not add up.
    const deadline = busyDeadline()
    const release = await this.#mutex.acquire()
    try {
      await retryWhileBusy(deadline, () => this.#writer.exec('begin immediate'))
      this.#transaction = { database: this.#writer, release }
    } catch (error) {
      release()
      throw error
    }
  }

  /** Reads once, because SQLite takes the snapshot with the first read, which may have to wait. */
  async beginReadOnly(database: DatabaseSync, release: () => void): Promise<void> {
    const deadline = busyDeadline()
    database.exec('begin')
    await retryWhileBusy(deadline, () => database.exec('select 1 from sqlite_master limit 1'))
    this.#transaction = { database, release }
  }

  /** If the commit fails, the transaction stays open until Kysely rolls it back. */
  end(statement: 'commit' | 'rollback'): void {
    if (!this.#transaction) return
    const { database, release } = this.#transaction
    if (statement === 'commit' || database.isTransaction) database.exec(statement)
    this.#transaction = undefined
    release()
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#transaction) return run(this.#transaction.database, query)
    const deadline = busyDeadline()
    if (isSelect(query)) return retryWhileBusy(deadline, () => run<Row>(this.#reader, query))
    return this.#mutex.runExclusive(() => retryWhileBusy(deadline, () => run<Row>(this.#writer, query)))
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    const statement = (this.#transaction?.database ?? this.#reader).prepare(query.sql)
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

/** Whether a query only reads. The first word of a statement in plain SQL decides. */
function isSelect({ query, sql }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) || (RawNode.is(query) && /^\s*select\b/i.test(sql))
}

function run<Row>(database: DatabaseSync, query: CompiledQuery): QueryResult<Row> {
  const result = runStatement<Row>(database, query.sql, parametersOf(query))
  return 'rows' in result ? { rows: result.rows } : { rows: [], numAffectedRows: result.changes }
}

function parametersOf(query: CompiledQuery): SQLInputValue[] {
  return query.parameters as SQLInputValue[]
}

const SQLITE_BUSY = 5

/** How long a statement waits for another program, such as a backup, before it fails. */
const BUSY_LIMIT_MS = 5000
const RETRY_MS = 20

export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY
}

/** Returns the time of `performance.now()` at which a statement that arrives now stops waiting. */
function busyDeadline(): number {
  return performance.now() + BUSY_LIMIT_MS
}

/**
 * Runs a statement again while another program locks the database. SQLite's own busy timeout would
 * block the event loop, and with it reads and pages. Throws SQLITE_BUSY after the deadline.
 */
async function retryWhileBusy<Result>(deadline: number, run: () => Result): Promise<Result> {
  for (;;) {
    try {
      return run()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error
    }
    await sleep(RETRY_MS)
  }
}
