import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { lockUntilCommit } from '../../db/engine.ts'
import type { Db, Tables } from '../../db/schema.ts'

export type SettingsRow = Selectable<Tables['trust_settings']>

/** Receipts that are compared at a time. */
const PAGE = 10_000
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

/** Locks all series: until the transaction ends, no receipt is issued. Returns their last numbers. */
export async function lockSeries(transaction: Db): Promise<Map<string, number>> {
  const rows = await transaction
    .updateTable('receipt_series')
    .set({ last_number: sql<number>`last_number` })
    .returning(['series', 'last_number'])
    .execute()
  return new Map(rows.map(({ series, last_number }) => [series, last_number]))
}

/**
 * Yields the printed numbers of all receipts, page by page, so that other work goes on in between. A
 * snapshot begins with its layout and number.
 */
export async function* printedNumbers(db: Db): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const page = await db
      .selectFrom('receipts')
      .select(['id', sql<string>`substr(snapshot, 1, ${SNAPSHOT_START})`.as('start')])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    for (const { start } of page) yield /"number":"([^"]*)"/.exec(start)?.[1] ?? ''
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.id
  }
}
