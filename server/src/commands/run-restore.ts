import type { Config } from '../config.ts'
import { explainFailure, openDatabaseToRestore } from '../db/database.ts'
import { type Db, tableNames } from '../db/db.ts'
import { loadKey } from '../keys/key-file.ts'
import { openStore, type StoreSettings } from '../media/open-media.ts'
import { type ArchiveInfo, lacksHead } from '../resources/backups/archive/archive.ts'
import { TABLE_BEFORE_HISTORY } from '../resources/backups/backup-tables.ts'
import type { RecordRestore, VoidRange } from '../resources/backups/fill-service.ts'
import { HEAD_WAS_BROKEN, type RestoreOptions, restoreBackup } from '../resources/backups/restore-service.ts'
import { BEFORE_FIRST } from '../resources/history/history-chain.ts'
import { writeKeptHead } from '../resources/history/history-head-service.ts'
import { openHistory } from '../resources/history/history-service.ts'

type Settings = Pick<Config, 'databaseUrl' | 'keysDir'> & StoreSettings

/** Restores a backup into the empty place that these settings name. Throws StartError. */
export async function runRestore(
  config: Settings,
  options: RestoreOptions,
  print: (text: string) => void,
): Promise<void> {
  const { dataDir, keysDir } = config
  const db = await openDatabaseToRestore(config)
  try {
    const recordRestore: RecordRestore = (transaction, info, voided) =>
      recordInHistory(transaction, keysDir, info, voided, 'restore')
    const store = await openStore(config).catch((error: unknown) => {
      throw explainFailure(error)
    })
    const report = await restoreBackup({ db, dataDir, keysDir, store, recordRestore }, options)
    if (!report) {
      print(`An earlier restore of ${options.file} lacked only its last step, which is done now. Start the server.`)
      return
    }
    const rows = Object.values(report.info.tables).reduce((sum, count) => sum + count, 0)
    print(`Restored the backup of ${report.info.createdAt}: ${rows} rows and ${report.files} files.`)
    for (const name of report.damaged) print(`Damaged before the backup was taken, so add it again: /${name}`)
    for (const { series, from, last } of report.voided)
      print(`Receipts ${from} to ${last} of ${series}, which the backup lacks, are void.`)
    if (!report.isHistoryWhole)
      print('The history had lost its end when the backup was taken: run npm run history:verify.')
    if (lacksHead(report.info)) print(`${HEAD_WAS_BROKEN} Run npm run history:verify.`)
    print('All sessions have ended: everyone signs in again. Now start the server.')
  } finally {
    await db.destroy()
  }
}

/** Keeps the head of the moved or restored history, and records that. */
export async function recordInHistory(
  transaction: Db,
  keysDir: string,
  info: ArchiveInfo,
  voided: readonly VoidRange[],
  command: 'move' | 'restore',
): Promise<void> {
  const { createdAt, engine, version, history: head } = info
  // Only an operator replaces a missing head. A cut-off end then shows, also one from before the backup.
  if (!lacksHead(info)) {
    const key = await loadKey(keysDir, 'history', { mayCreate: !head?.n })
    await writeKeptHead(transaction, keysDir, key, head ?? BEFORE_FIRST)
  }
  // The first start moves the entries of an earlier version; until then the history cannot begin.
  if ((await tableNames(transaction)).includes(TABLE_BEFORE_HISTORY)) return
  const history = (await openHistory(transaction, keysDir)).from({ actor: null, command })
  const restored = { takenAt: createdAt, takenFrom: engine, takenBy: version, historyRows: head?.n ?? null }
  await history.record(transaction, {
    action: 'backup.restored',
    recordKind: 'backup',
    recordId: '',
    details: restored,
  })
  for (const { series, from, last } of voided) {
    const details = { series, first: from, last }
    await history.record(transaction, { action: 'receipt.voided', recordKind: 'receipt', recordId: series, details })
  }
}
