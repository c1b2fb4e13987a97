import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, isPostgres, type Tables } from './db.ts'

/** So small that other requests wait at most a third of a second. */
const BATCH = 300

interface Renewal<Row> {
  table: keyof Tables
  /** A unique column, in whose order rows are read and locked. */
  by: keyof Row & string
  lock?: (transaction: Db) => Promise<void>
  columnsOf: (row: Row, transaction: Db) => Partial<Row> | Promise<Partial<Row>>
}

/** Updates derived columns of all rows, in batches. Each batch is a transaction. */
export async function renewColumns<Row extends object>(
  db: Db,
  { table, by, lock, columnsOf }: Renewal<Row>,
): Promise<void> {
  const [from, key] = [sql.table(table), sql.ref(by)]
  let after: unknown
  do {
    const next = after === undefined ? sql`` : sql`where ${key} > ${after}`
    after = await db.transaction().execute(async (transaction) => {
      await lock?.(transaction)
      const { rows } = await sql<Row>`select * from ${from} ${next} order by ${key} limit ${sql.lit(BATCH)}
        ${isPostgres(transaction) ? sql`for update` : sql``}`.execute(transaction)
      for (const row of rows) {
        const columns = Object.entries(await columnsOf(row, transaction))
        const changes = columns.filter(([name, value]) => row[name as keyof Row] !== value)
        if (changes.length === 0) continue
        const values = sql.join(changes.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
        await sql`update ${from} set ${values} where ${key} = ${row[by]}`.execute(transaction)
      }
      return rows.at(-1)?.[by]
    })
    await setImmediate()
  } while (after !== undefined)
}
