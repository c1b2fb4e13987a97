import type { HistoryAction } from '@sevadesk/contract/records/history.ts'
import { type SqlBool, sql } from 'kysely'
import { chunksOf } from '../../db/chunks.ts'
import { type Db, isPostgres, liftTimeouts, lockUntilCommit, type Tables, tableNames } from '../../db/db.ts'
import {
  BEFORE_FIRST,
  type ChainedRow,
  type HistoryHead,
  hashValues,
  type KeptHead,
  macOf,
  newSalt,
  sealOf,
} from './history-chain.ts'
import { type ForgettableKind, RULE_KIND, SIGN_IN_ACTIONS } from './history-rules.ts'
import type { HistoryValues } from './history-values.ts'

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
  const head = await findNewest(transaction)
  const next = await insertRows(transaction, key, head, rows)
  if (!isPostgres(transaction)) return
  // A head that is not the row before stays: it is the evidence of an end that was cut off.
  await transaction
    .updateTable('history_head')
    .set({ ...next, seal: sealOf(key, next) })
    .where('seal', '=', sealOf(key, head))
    .execute()
}

export async function findHead(db: Db): Promise<HistoryHead> {
  const { n, mac } = await findNewest(db)
  return { n, mac }
}

const NONE: KeptHead = { ...BEFORE_FIRST, at: '' }

async function findNewest(db: Db): Promise<KeptHead> {
  const rows = db.selectFrom('history').select(['n', 'mac', 'at'])
  return (await rows.orderBy('n', 'desc').limit(1).executeTakeFirst()) ?? NONE
}

/** Returns the newest row; null if the history lacks the row `kept`. */
export async function findNewestBeside(db: Db, kept: HistoryHead): Promise<HistoryHead | null> {
  if (kept.n === 0) return findHead(db)
  const rows = db.selectFrom('history').select(['n', 'mac'])
  const found = rows.where('n', '=', kept.n).where('mac', '=', kept.mac)
  const newest = rows.where(({ exists }) => exists(found))
  return (await newest.orderBy('n', 'desc').limit(1).executeTakeFirst()) ?? null
}

/** Returns the head that PostgreSQL keeps; null if there is none. */
export async function findKeptHead(db: Db): Promise<KeptHead | null> {
  return (await db.selectFrom('history_head').select(['n', 'mac', 'at', 'seal']).executeTakeFirst()) ?? null
}

/** Another server that starts at the same time may have kept a row: it stays beside a head without one. */
export async function replaceKeptHead(db: Db, head: Required<KeptHead>): Promise<void> {
  const insert = db.insertInto('history_head').values({ id: 1, ...head })
  const isFirst = sql<SqlBool>`(${sql.lit(head.n > 0)} or history_head.n = 0)`
  await insert.onConflict((conflict) => conflict.column('id').doUpdateSet(head).where(isFirst)).execute()
}

/** Whether the first row was written with this key, or there is none. */
export async function fitsFirst(db: Db, key: Buffer): Promise<boolean> {
  const row = await selectRows(db).orderBy('history.n').limit(1).executeTakeFirst()
  return !row || macOf(key, BEFORE_FIRST.mac, row) === row.mac
}

/** Returns when a row was recorded; undefined if there is none. */
export async function findTime(db: Db, n: number): Promise<string | undefined> {
  return (await db.selectFrom('history').select('at').where('n', '=', n).executeTakeFirst())?.at
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
  head: KeptHead,
  rows: readonly NewHistoryRow[],
): Promise<KeptHead> {
  let { n, mac, at } = head
  const chain: (ChainedRow & { mac: string })[] = []
  const values: Tables['history_values'][] = []
  for (const { content, ...row } of rows) {
    n += 1
    at = row.at
    const salted = { salt: newSalt(), content }
    const chained = { n, ...row, values_hash: hashValues(salted) }
    mac = macOf(key, mac, chained)
    chain.push({ ...chained, mac })
    values.push({ n, ...salted })
  }
  for (const chunk of chunksOf(chain)) await transaction.insertInto('history').values(chunk).execute()
  for (const chunk of chunksOf(values)) await transaction.insertInto('history_values').values(chunk).execute()
  return { n, mac, at }
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

/** Moves the entries of the table `audit` to an empty history, then drops the table. Runs once. */
export async function adoptAudit(db: Db, key: Buffer, toRow: (entry: AuditRow) => NewHistoryRow): Promise<void> {
  if (!(await tableNames(db)).includes('audit')) return
  await db.transaction().execute(async (transaction) => {
    await liftTimeouts(transaction)
    await lockUntilCommit(transaction, 'history')
    // Other programs could forge rows by a later table.
    if ((await findHead(transaction)).n > 0 || !(await tableNames(transaction)).includes('audit')) return
    const { rows } = await sql<AuditRow>`select * from audit order by at, id`.execute(transaction)
    await insertRows(transaction, key, NONE, rows.map(toRow))
    await sql`drop table audit`.execute(transaction)
  })
}

export interface HistoryConditions {
  actorId?: string | undefined
  kinds?: readonly string[] | undefined
  recordId?: string | undefined
  /** UTC ISO times, half-open. */
  from?: string | undefined
  to?: string | undefined
}

export interface ListedRow extends Omit<Tables['history'], 'values_hash' | 'mac'> {
  /** Null if a rule removed the values. */
  values: HistoryValues | null
}

/** Newest first. Lists rows with a number smaller than `before`. */
export async function listHistory(
  db: Db,
  { actorId, kinds, recordId, from, to }: HistoryConditions,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<ListedRow[]> {
  let page = db.selectFrom('history').select(['n', 'at', 'actor_id', 'action', 'record_kind', 'record_id'])
  if (actorId !== undefined) page = page.where('actor_id', '=', actorId)
  if (kinds !== undefined) page = page.where('record_kind', 'in', kinds)
  if (recordId !== undefined) page = page.where('record_id', '=', recordId)
  if (from !== undefined) page = page.where('at', '>=', from)
  if (to !== undefined) page = page.where('at', '<', to)
  if (before !== undefined) page = page.where('n', '<', before)
  // The values are joined to the page alone: sorting them with all rows takes seconds.
  const rows = await db
    .selectFrom(page.orderBy('n', 'desc').limit(limit).as('page'))
    .leftJoin('history_values', 'history_values.n', 'page.n')
    .selectAll('page')
    .select('content')
    .orderBy('page.n', 'desc')
    .execute()
  return rows.map(({ content, ...row }) => ({ ...row, values: content === null ? null : JSON.parse(content) }))
}

/** Deletes the values of up to `limit` sign-ins before a time. Returns how many. */
export async function thinSignIns(db: Db, before: string, limit: number): Promise<number> {
  const old = db
    .selectFrom('history_values')
    .innerJoin('history', 'history.n', 'history_values.n')
    .select('history_values.n')
    .where('history.at', '<', before)
    .where('history.action', 'in', SIGN_IN_ACTIONS)
    .limit(limit)
  return deleteValues(db, old)
}

/** Returns the time of the newest row that is not later than `until`; undefined if there is none. */
export async function findTimeUntil(db: Db, until: string): Promise<string | undefined> {
  const rows = db.selectFrom('history').select('at').where('at', '<=', until)
  return (await rows.orderBy('n', 'desc').limit(1).executeTakeFirst())?.at
}

/** Returns whether sign-ins before a time have values. */
export async function hasOldSignIns(db: Db, before: string): Promise<boolean> {
  const row = await db
    .selectFrom('history')
    .innerJoin('history_values', 'history_values.n', 'history.n')
    .select('history.n')
    .where('history.at', '<', before)
    .where('history.action', 'in', SIGN_IN_ACTIONS)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the values of a record's rows. Returns of how many rows. */
export async function eraseRecord(db: Db, kind: ForgettableKind, recordId: string): Promise<number> {
  const ofRecord = db
    .selectFrom('history')
    .select('n')
    .where('record_kind', '=', kind)
    .where('record_id', '=', recordId)
  return deleteValues(db, ofRecord)
}

async function deleteValues(db: Db, rows: ReturnType<typeof numbers>): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('history_values').where('n', 'in', rows).executeTakeFirst()
  return Number(numDeletedRows)
}

function numbers(db: Db) {
  return db.selectFrom('history').select('n')
}

/** A row as stored, with its values unless they were removed. */
export interface StoredRow extends ChainedRow {
  mac: string
  salt: string | null
  content: string | null
}

/** Lists rows with a greater number than `after`, in their order. */
export async function listRowsAfter(db: Db, after: number, limit: number): Promise<StoredRow[]> {
  return selectRows(db).where('history.n', '>', after).orderBy('history.n').limit(limit).execute()
}

/** Lists the rows that say which values were removed, each with the MAC of the row before it. */
export async function listRuleRows(db: Db): Promise<(StoredRow & { previous_mac: string | null })[]> {
  return selectRows(db)
    .leftJoin('history as previous', (join) => join.on('previous.n', '=', sql<number>`history.n - 1`))
    .select('previous.mac as previous_mac')
    .where('history.record_kind', '=', RULE_KIND)
    .orderBy('history.n')
    .execute()
}

/** Returns undefined if there is no such row. */
export async function findRow(db: Db, n: number): Promise<HistoryHead | undefined> {
  return db.selectFrom('history').select(['n', 'mac']).where('n', '=', n).executeTakeFirst()
}

/** Whether the history has the row that a head names. */
export async function hasRow(db: Db, { n, mac }: HistoryHead): Promise<boolean> {
  return n === 0 || (await findRow(db, n))?.mac === mac
}

/** Whether the history has a row of the history itself with this action. */
export async function hasActionOfHistory(db: Db, action: HistoryAction): Promise<boolean> {
  const rows = db.selectFrom('history').select('n').where('record_kind', '=', RULE_KIND).where('action', '=', action)
  return (await rows.limit(1).executeTakeFirst()) !== undefined
}

/** Returns the number of the last row up to `n` that is not later than `at`; 0 if there is none. */
export async function findLastUntil(db: Db, { n, at }: { n: number; at: string }): Promise<number> {
  const rows = db.selectFrom('history').select('n').where('n', '<=', n).where('at', '<=', at)
  return (await rows.orderBy('n', 'desc').limit(1).executeTakeFirst())?.n ?? 0
}

function selectRows(db: Db) {
  return db
    .selectFrom('history')
    .leftJoin('history_values', 'history_values.n', 'history.n')
    .select([
      'history.n',
      'history.at',
      'history.actor_id',
      'history.action',
      'history.record_kind',
      'history.record_id',
      'history.values_hash',
      'history.mac',
      'history_values.salt',
      'history_values.content',
    ])
}
