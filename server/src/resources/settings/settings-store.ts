import { setImmediate } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import { type Db, isPostgres, lockUntilCommit, type Tables } from '../../db/db.ts'

export type SettingsRow = Selectable<Tables['trust_settings']>

/** Receipts that are read at a time. SQLite reads them within one turn of the event loop. */
const PAGE = 2000
/** Characters of a snapshot that hold the longest printed number. */
const SNAPSHOT_START = 160

/** Returns 0 before any version. */
export async function findNewestVersion(db: Db): Promise<number> {
  const newest = db.selectFrom('trust_settings').select('version').orderBy('version', 'desc').limit(1)
  return (await newest.executeTakeFirst())?.version ?? 0
}

export async function findVersion(db: Db, version: number): Promise<SettingsRow | undefined> {
  return db.selectFrom('trust_settings').selectAll().where('version', '=', version).executeTakeFirst()
}

/** All versions without their content, the newest first. */
export async function listVersions(db: Db): Promise<Omit<SettingsRow, 'content' | 'saved_by_id'>[]> {
  return db
    .selectFrom('trust_settings')
    .select(['version', 'saved_at', 'saved_by'])
    .orderBy('version', 'desc')
    .execute()
}

/** Until the transaction ends, no other version is saved. */
export async function lockVersions(transaction: Db): Promise<void> {
  await lockUntilCommit(transaction, 'settings')
}

export async function insertVersion(transaction: Db, row: Tables['trust_settings']): Promise<void> {
  await transaction.insertInto('trust_settings').values(row).execute()
}

/** The last number of each series. */
export type LastNumbers = ReadonlyMap<string, number>

export async function readLastNumbers(db: Db): Promise<LastNumbers> {
  const rows = await db.selectFrom('receipt_series').select(['series', 'last_number']).execute()
  return new Map(rows.map(({ series, last_number }) => [series, last_number]))
}

/**
 * Until the transaction ends, no receipt is issued. Locks the whole table on PostgreSQL: the row of a
 * series that another transaction has just begun is not visible. On SQLite, one transaction writes at
 * a time.
 */
export async function lockSeries(transaction: Db): Promise<void> {
  if (isPostgres(transaction)) await sql`lock table receipt_series in exclusive mode`.execute(transaction)
}

/**
 * Yields the printed numbers of the receipts after `from` up to `to`, page by page, with a turn of the
 * event loop in between. A snapshot begins with its layout and number.
 */
export async function* printedNumbers(
  db: Db,
  { from, to, pageSize = PAGE }: { from: LastNumbers; to: LastNumbers; pageSize?: number },
): AsyncGenerator<string[]> {
  for (const [series, last] of to) {
    for (let after = from.get(series) ?? 0; after < last; ) {
      const page = await db
        .selectFrom('receipts')
        .select(['number', sql<string>`substr(snapshot, 1, ${SNAPSHOT_START})`.as('start')])
        .where('series', '=', series)
        .where('number', '>', after)
        .where('number', '<=', last)
        .orderBy('number')
        .limit(pageSize)
        .execute()
      yield page.map(({ start }) => /"number":"([^"]*)"/.exec(start)?.[1] ?? '')
      after = page.length < pageSize ? last : (page.at(-1)?.number ?? last)
      await setImmediate()
    }
  }
}
