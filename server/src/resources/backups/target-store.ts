import { CompiledQuery, sql } from 'kysely'
import { isPostgres } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { type Column, countRows, listColumns, type Row } from './source-store.ts'

/** PostgreSQL takes at most 65,535 parameters in a statement, SQLite 32,766. */
const MAX_PARAMETERS = 30_000
const MAX_ROWS = 500

/** Rows that a migration inserted into an empty database, such as a new key. */
export async function deleteSeeds(transaction: Db, table: string): Promise<void> {
  if ((await countRows(transaction, table)) > 0) await sql`delete from ${sql.table(table)}`.execute(transaction)
}

/** Inserts rows into a table that has all of their columns. */
export async function insertRows(
  transaction: Db,
  table: string,
  columns: readonly Column[],
  rows: readonly Row[],
): Promise<void> {
  const atOnce = Math.min(MAX_ROWS, Math.floor(MAX_PARAMETERS / columns.length))
  for (let from = 0; from < rows.length; from += atOnce) {
    const part = rows.slice(from, from + atOnce)
    const values = part.flatMap((row) => columns.map(({ name }) => row[name]))
    const query = CompiledQuery.raw(insertStatement(transaction, table, columns, part.length), values)
    await transaction.executeQuery(query)
  }
}

function insertStatement(db: Db, table: string, columns: readonly Column[], rows: number): string {
  const parameter = isPostgres(db) ? (at: number) => `$${at + 1}` : () => '?'
  const tuples = Array.from(
    { length: rows },
    (_, row) => `(${columns.map((_column, at) => parameter(row * columns.length + at)).join(', ')})`,
  )
  return `insert into "${table}" (${columns.map(({ name }) => `"${name}"`).join(', ')}) values ${tuples.join(', ')}`
}

/** Lets auto-incremented columns go on after the inserted rows. SQLite does so unasked. */
export async function advanceCounters(transaction: Db, table: string): Promise<void> {
  if (!isPostgres(transaction)) return
  for (const { name, type } of await listColumns(transaction, table)) {
    if (type !== 'integer') continue
    const column = sql.ref(name)
    await sql`select setval(sequence, highest) from
      (select pg_get_serial_sequence(${table}, ${name}) as sequence, max(${column}) as highest from ${sql.table(table)}) t
      where sequence is not null and highest is not null`.execute(transaction)
  }
}

/** Skips the numbers of a series up to `last`, so that none is ever given twice. */
export async function voidReceipts(
  transaction: Db,
  { series, from, last }: { series: string; from: number; last: number },
): Promise<void> {
  await transaction
    .insertInto('receipt_series')
    .values({ series, last_number: last })
    .onConflict((conflict) => conflict.column('series').doUpdateSet({ last_number: last }))
    .execute()
  const voided_at = new Date().toISOString()
  for (let number = from; number <= last; number += MAX_ROWS) {
    const count = Math.min(MAX_ROWS, last - number + 1)
    const rows = Array.from({ length: count }, (_, at) => ({ series, number: number + at, voided_at }))
    await transaction.insertInto('void_receipts').values(rows).execute()
  }
}
