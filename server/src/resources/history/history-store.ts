import { sql } from 'kysely'
import { liftTimeouts, lockUntilCommit, tableNames } from '../../db/engine.ts'
import type { Db, Tables } from '../../db/schema.ts'
import { BEFORE_FIRST, type ChainedRow, type HistoryHead, hashValues, macOf, newSalt } from './history-chain.ts'
import type { HistoryValues } from './history-values.ts'

/** A statement has at most 32,766 parameters on SQLite. */
const ROWS_PER_STATEMENT = 1000

export type NewHistoryRow = Pick<ChainedRow, 'at' | 'actor_id' | 'action' | 'record_kind' | 'record_id'> & {
  /** JSON. */
  content: string
}

/**
 * Appends rows to the chain. Holds a lock until the transaction ends: transactions that lock other
 * shared rows afterwards may wait for each other.
 */
export async function appendRows(transaction: Db, key: Buffer, rows: readonly NewHistoryRow[]): Promise<void> {
  await lockUntilCommit(transaction, 'history')
  await insertRows(transaction, key, await findHead(transaction), rows)
}

export async function findHead(db: Db): Promise<HistoryHead> {
  const head = await db.selectFrom('history').select(['n', 'mac']).orderBy('n', 'desc').limit(1).executeTakeFirst()
  return head ?? BEFORE_FIRST
}

/** Returns when the oldest row was recorded, UTC ISO; undefined if there is none. */
export async function findFirstTime(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('history').select('at').orderBy('n').limit(1).executeTakeFirst())?.at
}

/** Returns the values of the newest row of a kind, without those of an action; undefined if there is none. */
export async function findNewestOf(
  db: Db,
  recordKind: string,
  exceptAction: string,
): Promise<HistoryValues | undefined> {
  const row = await db
    .selectFrom('history')
    .innerJoin('history_values', 'history_values.n', 'history.n')
    .select('content')
    .where('record_kind', '=', recordKind)
    .where('action', '!=', exceptAction)
    .orderBy('history.n', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && JSON.parse(row.content)
}

async function insertRows(
  transaction: Db,
  key: Buffer,
  head: HistoryHead,
  rows: readonly NewHistoryRow[],
): Promise<void> {
  let { n, mac } = head
  const chain: (ChainedRow & { mac: string })[] = []
  const values: Tables['history_values'][] = []
  for (const { content, ...row } of rows) {
    n += 1
    const salted = { salt: newSalt(), content }
    const chained = { n, ...row, values_hash: hashValues(salted) }
    mac = macOf(key, mac, chained)
    chain.push({ ...chained, mac })
    values.push({ n, ...salted })
  }
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const end = start + ROWS_PER_STATEMENT
    await transaction.insertInto('history').values(chain.slice(start, end)).execute()
    await transaction.insertInto('history_values').values(values.slice(start, end)).execute()
  }
}

/** An entry of the table `audit`, which versions before the history wrote. */
export interface AuditRow {
  at: string
  admin_id: string | null
  admin_username: string | null
  action: string
  subject_id: string
  /** JSON. */
  details: string
}

/** Moves the entries of the table `audit` to the history, then drops the table. Runs once. */
export async function adoptAudit(db: Db, key: Buffer, toRow: (entry: AuditRow) => NewHistoryRow): Promise<void> {
  if (!(await tableNames(db)).includes('audit')) return
  await db.transaction().execute(async (transaction) => {
    await liftTimeouts(transaction)
    await lockUntilCommit(transaction, 'history')
    if (!(await tableNames(transaction)).includes('audit')) return
    const { rows } = await sql<AuditRow>`select * from audit order by at, id`.execute(transaction)
    await insertRows(transaction, key, await findHead(transaction), rows.map(toRow))
    await sql`drop table audit`.execute(transaction)
  })
}
