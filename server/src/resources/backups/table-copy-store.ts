import { createHash } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import { type Db, isPostgres } from '../../db/db.ts'
import { rowsAtOnce } from './backup-tables.ts'

export interface Column {
  name: string
  type: 'text' | 'integer'
  /** Position in the primary key, from 1; 0 for other columns. */
  keyPosition: number
}

export type Value = string | number | bigint | null
export type Row = Record<string, Value>

/** Lists the columns of a table that are stored, not computed. Throws for an unknown type. */
export async function listColumns(db: Db, table: string): Promise<Column[]> {
  const { rows } = await (isPostgres(db) ? postgresColumns(table) : sqliteColumns(table)).execute(db)
  return rows.map(({ name, type, key }) => ({ name, type: columnType(table, name, type), keyPosition: Number(key) }))
}

interface FoundColumn {
  name: string
  type: string
  key: number
}

function sqliteColumns(table: string) {
  return sql<FoundColumn>`select name, lower(type) as type, pk as "key" from pragma_table_info(${table}) order by cid`
}

function postgresColumns(table: string) {
  return sql<FoundColumn>`
    select c.column_name as name, c.data_type as type, coalesce(k.ordinal_position, 0) as "key"
    from information_schema.columns c
    left join information_schema.table_constraints t on t.table_schema = c.table_schema
      and t.table_name = c.table_name and t.constraint_type = 'PRIMARY KEY'
    left join information_schema.key_column_usage k on k.constraint_schema = t.constraint_schema
      and k.constraint_name = t.constraint_name and k.table_name = t.table_name and k.column_name = c.column_name
    where c.table_schema = current_schema() and c.table_name = ${table} and c.is_generated = 'NEVER'
    order by c.ordinal_position`
}

function columnType(table: string, name: string, type: string): Column['type'] {
  if (type === 'text') return 'text'
  if (type === 'integer' || type === 'bigint') return 'integer'
  throw new Error(`The column ${table}.${name} has the type ${type}, which a backup cannot hold.`)
}

/**
 * Reads all rows in the order of the primary key, text compared by bytes, which is the same on both
 * engines. Call it in a transaction that sees one snapshot.
 */
export async function* readRows(
  snapshot: Db,
  table: string,
  columns: readonly Column[],
): AsyncGenerator<readonly Row[]> {
  const postgres = isPostgres(snapshot)
  const key = columns.filter(({ keyPosition }) => keyPosition > 0).sort((a, b) => a.keyPosition - b.keyPosition)
  const order = key.map(({ name, type }) => `"${name}"${postgres && type === 'text' ? ' collate "C"' : ''}`)
  const select = `select ${columns.map(({ name }) => `"${name}"`).join(', ')} from "${table}" order by ${order.join(', ')}`
  if (!postgres) {
    for await (const { rows } of snapshot.getExecutor().stream<Row>(CompiledQuery.raw(select), rowsAtOnce(table)))
      yield rows
    return
  }
  // A cursor of the database, because the client would hold all rows in memory.
  await snapshot.executeQuery(CompiledQuery.raw(`declare backup_rows no scroll cursor for ${select}`))
  for (;;) {
    const fetch = CompiledQuery.raw(`fetch forward ${rowsAtOnce(table)} from backup_rows`)
    const { rows } = await snapshot.executeQuery<Row>(fetch)
    if (rows.length === 0) break
    yield rows
  }
  await snapshot.executeQuery(CompiledQuery.raw('close backup_rows'))
}

export interface TableDigest {
  rows: number
  sha256: string
}

/** Counts and hashes the rows of these tables, in a form that is the same on both engines. */
export async function digestTables(snapshot: Db, tables: readonly string[]): Promise<Map<string, TableDigest>> {
  const digests = new Map<string, TableDigest>()
  for (const table of tables) {
    const columns = (await listColumns(snapshot, table)).sort((a, b) => (a.name < b.name ? -1 : 1))
    const hash = createHash('sha256').update(JSON.stringify(columns.map(({ name }) => name)))
    let count = 0
    for await (const rows of readRows(snapshot, table, columns)) {
      count += rows.length
      // An integer is a number or a bigint.
      const textOf = (value: Value | undefined) => (value === null ? null : String(value))
      for (const row of rows) hash.update(JSON.stringify(columns.map(({ name }) => textOf(row[name]))))
    }
    digests.set(table, { rows: count, sha256: hash.digest('hex') })
  }
  return digests
}

/** Returns the bytes of the tables with their indexes; of SQLite, of all tables. */
export async function measureTables(db: Db, names: readonly string[]): Promise<number> {
  const sum = isPostgres(db)
    ? sql<{ bytes: number }>`
        select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint as bytes from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname in (${sql.join(names)})`
    : sql<{ bytes: number }>`
        select (page_count - freelist_count) * page_size as bytes
        from pragma_page_count(), pragma_freelist_count(), pragma_page_size()`
  return (await sum.execute(db)).rows[0]?.bytes ?? 0
}

export interface DonationSum {
  status: string | null
  currency: string
  count: number
  /** Paise. */
  amount: number
}

/** The sums of all donations, deleted ones included. */
export async function sumDonations(db: Db): Promise<DonationSum[]> {
  const rows = await db
    .selectFrom('donations')
    .select(['status', 'currency'])
    .select((of) => [of.fn.countAll<number>().as('count'), sql<number>`cast(sum(amount) as bigint)`.as('amount')])
    .groupBy(['status', 'currency'])
    .execute()
  const keyOf = ({ status, currency }: DonationSum) => `${currency} ${status ?? ''}`
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** The last number of each series, in every version's schema. */
export async function listLastNumbers(db: Db): Promise<Pick<SeriesNumbers, 'series' | 'lastNumber'>[]> {
  const rows = db.selectFrom('receipt_series').select(['series', 'last_number as lastNumber'])
  return (await rows.execute()).toSorted((a, b) => (a.series < b.series ? -1 : 1))
}

interface SeriesNumbers {
  series: string
  lastNumber: number
  /** How many numbers have a receipt, and how many are void. */
  receipts: number
  voided: number
}

/** Series of receipts in order, each with its numbers. */
export async function listSeries(db: Db): Promise<SeriesNumbers[]> {
  const { rows } = await sql<SeriesNumbers>`
    select series, last_number as "lastNumber",
      (select count(*) from receipts where receipts.series = receipt_series.series
        and number between 1 and last_number) as receipts,
      (select count(*) from void_receipts where void_receipts.series = receipt_series.series
        and number between 1 and last_number) as voided
    from receipt_series`.execute(db)
  return rows.toSorted((a, b) => (a.series < b.series ? -1 : 1))
}

async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}

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
