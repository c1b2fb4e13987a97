import { setImmediate } from 'node:timers/promises'
import { type Db, lockUntilCommit, tableNames } from '../../db/db.ts'
import { migrateLike, migrateWithin } from '../../db/migrate.ts'
import { StartError } from '../../errors.ts'
import { updateDaysZone } from '../donations/local-day-store.ts'
import type { ArchiveInfo } from './archive/archive.ts'
import { insertRestore } from './backup-store.ts'
import { listTables, openPlainDatabase, type PlainTable, readTable } from './database/plain-database.ts'
import { advanceCounters, type Column, deleteSeeds, insertRows, listColumns, voidReceipts } from './table-copy-store.ts'

/** A series of receipts and the last number that the trust has issued in it. */
export interface LastReceipt {
  series: string
  lastNumber: number
}

export interface Filling {
  info: ArchiveInfo
  /** The unpacked `database.sqlite`. */
  plainFile: string
  /** Identifies the restore. */
  id: string
  /** The archive, for the record. */
  file: string
  lastReceipts: readonly LastReceipt[]
  /** Called at the end of the transaction. */
  recordRestore?: RecordRestore | undefined
}

export type RecordRestore = (transaction: Db, info: ArchiveInfo, voided: readonly VoidRange[]) => Promise<void>

/** Numbers of a series that are void, both ends included. */
export interface VoidRange {
  series: string
  from: number
  last: number
}

/**
 * Creates the tables in an empty database and fills them, in one transaction. The rows go into the
 * schema of their own version, which is then brought up to date. Returns the numbers of receipts
 * that became void.
 */
export async function fillDatabase(
  db: Db,
  { info, plainFile, id, file, lastReceipts, recordRestore }: Filling,
): Promise<readonly VoidRange[]> {
  return db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, 'migrate')
    if ((await tableNames(transaction)).length > 0)
      throw new StartError('The database has tables meanwhile: use an empty one.')
    await migrateLike(transaction, info.migrations)
    await copyTables(transaction, info, plainFile)
    await migrateWithin(transaction)
    if (info.timeZone !== null) await updateDaysZone(transaction, info.timeZone)
    const voided = lastReceipts.flatMap(({ series, lastNumber }) => {
      const from = (info.receipts.find((each) => each.series === series)?.lastNumber ?? 0) + 1
      return lastNumber < from ? [] : { series, from, last: lastNumber }
    })
    for (const range of voided) await voidReceipts(transaction, range)
    await insertRestore(transaction, { id, file })
    await recordRestore?.(transaction, info, voided)
    return voided
  })
}

/** Of versions in development. The migration 0035 drops them from a database. */
const DROPPED_COLUMNS = ['open_orders.failures']

async function copyTables(transaction: Db, info: ArchiveInfo, plainFile: string): Promise<void> {
  const plain = openPlainDatabase(plainFile)
  try {
    const known = await tableNames(transaction)
    for (const { name, columns: copied } of listTables(plain)) {
      const columns = copied.filter((column) => !DROPPED_COLUMNS.includes(`${name}.${column.name}`))
      // Names become part of statements.
      if (!known.includes(name) || !areKnown(columns, await listColumns(transaction, name)))
        throw new Error(`its table ${JSON.stringify(name)} is not one of its version`)
      await deleteSeeds(transaction, name)
      const count = await copyRows(transaction, plain, { name, columns })
      if (count !== info.tables[name]) throw new Error(`its table ${name} has ${count} rows, not ${info.tables[name]}`)
      await advanceCounters(transaction, name)
    }
  } finally {
    plain.close()
  }
}

async function copyRows(
  transaction: Db,
  plain: ReturnType<typeof openPlainDatabase>,
  table: PlainTable,
): Promise<number> {
  let count = 0
  for (const rows of readTable(plain, table)) {
    await insertRows(transaction, table.name, table.columns, rows)
    count += rows.length
    // SQLite never waits, but the lease of a backup and the lock of a server need their timers.
    await setImmediate()
  }
  return count
}

/** A column that the archive lacks keeps its default: versions in development were without some. */
function areKnown(columns: readonly Column[], target: readonly Column[]): boolean {
  return columns.every(({ name }) => target.some((column) => column.name === name))
}
