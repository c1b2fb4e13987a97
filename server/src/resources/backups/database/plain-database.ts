import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { reasonOf } from '../../../errors.ts'
import { rowsAtOnce } from '../backup-tables.ts'
import type { Column, Row } from '../table-copy-store.ts'

/** A table of an SQLite file without triggers, full-text tables and foreign keys. */
export interface PlainTable {
  name: string
  columns: Column[]
}

/**
 * Creates the file, which only its owner may read. The caller closes it, and removes it after an
 * error.
 */
export function createPlainDatabase(file: string): DatabaseSync {
  closeSync(openSync(file, 'wx', 0o600))
  const database = new DatabaseSync(file)
  // Nobody needs a half-written file.
  database.exec('pragma journal_mode = off; pragma synchronous = off; begin')
  return database
}

/** Adds a table and returns a function that inserts rows into it. */
export function addTable(database: DatabaseSync, { name, columns }: PlainTable): (rows: readonly Row[]) => void {
  const key = columns.filter(({ keyPosition }) => keyPosition > 0).sort((a, b) => a.keyPosition - b.keyPosition)
  const names = (list: readonly Column[]) => list.map((column) => `"${column.name}"`).join(', ')
  const fields = columns.map((column) => `"${column.name}" ${column.type}`).join(', ')
  database.exec(`create table "${name}" (${fields}, primary key (${names(key)})) strict`)
  const insert = database.prepare(
    `insert into "${name}" (${names(columns)}) values (${columns.map(() => '?').join(', ')})`,
  )
  return (rows) => {
    for (const row of rows) insert.run(...columns.map((column) => row[column.name] as SQLInputValue))
  }
}

/** Commits and closes. */
export function finishPlainDatabase(database: DatabaseSync): void {
  database.exec('commit')
  database.close()
}

/** Opens the file to read it. The functions below throw an Error if it is damaged. */
export function openPlainDatabase(file: string): DatabaseSync {
  return new DatabaseSync(file, { readOnly: true })
}

/** Lists the tables in the order in which they were added. */
export function listTables(database: DatabaseSync): PlainTable[] {
  try {
    const tables = database.prepare(`select name from sqlite_schema where type = 'table' order by rowid`).all()
    return tables.map(({ name }) => ({ name: String(name), columns: listColumns(database, String(name)) }))
  } catch (error) {
    throw damaged(error)
  }
}

function listColumns(database: DatabaseSync, table: string): Column[] {
  const columns = database.prepare('select name, type, pk from pragma_table_info(?) order by cid').all(table)
  return columns.map(({ name, type, pk }) => ({
    name: String(name),
    type: type === 'TEXT' || type === 'text' ? 'text' : 'integer',
    keyPosition: Number(pk),
  }))
}

/** Counts the rows of those named tables that the file has. */
export function countRows(database: DatabaseSync, names: readonly string[]): number {
  const tables = listTables(database).filter(({ name }) => names.includes(name))
  try {
    const counts = tables.map(({ name }) => database.prepare(`select count(*) as rows from "${name}"`).get()?.rows)
    return counts.reduce<number>((sum, rows) => sum + Number(rows), 0)
  } catch (error) {
    throw damaged(error)
  }
}

/** Reads all rows in the order in which they were added. */
export function* readTable(database: DatabaseSync, { name, columns }: PlainTable): Generator<Row[]> {
  const select = database.prepare(
    `select ${columns.map((column) => `"${column.name}"`).join(', ')} from "${name}" order by rowid`,
  )
  let rows: Row[] = []
  try {
    for (const row of select.iterate()) {
      rows.push(row as Row)
      if (rows.length < rowsAtOnce(name)) continue
      yield rows
      rows = []
    }
  } catch (error) {
    throw damaged(error)
  }
  if (rows.length > 0) yield rows
}

/** Not SQLite's error, which would be taken for one of the database that is filled. */
function damaged(error: unknown): Error {
  return new Error(`its tables are damaged: ${reasonOf(error)}`)
}
