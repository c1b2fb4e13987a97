import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { withDatabaseBeside } from '../db/database.ts'
import type { Db } from '../db/db.ts'
import { reasonOf, StartError } from '../errors.ts'
import { keyFileName } from '../keys/key-file.ts'
import { openStoreBeside, type StoreSettings } from '../media/open-media.ts'
import { type ArchiveKey, readKeyFile } from '../resources/backups/archive/encryption.ts'
import {
  type BackupOptions,
  createBackup,
  readHistoryEnd,
  readKeyAttachments,
  recordTaken,
} from '../resources/backups/backup-service.ts'
import { dailyName, surplusBackups } from '../resources/backups/daily-backup-service.ts'
import { openHistory } from '../resources/history/history-service.ts'

type Settings = Pick<Config, 'databaseUrl' | 'keysDir'> & StoreSettings

/**
 * Writes a backup of everything that a server with these settings stores, also beside that server.
 * Returns why it is not a good one, or null. Throws StartError if there is none.
 */
export async function runBackup(
  config: Settings,
  { file, key, kind }: Pick<BackupOptions, 'file' | 'kind'> & { key: ArchiveKey | undefined },
  print: (text: string) => void,
  warn = print,
): Promise<string | null> {
  return withDatabaseBeside(config, async (db) => {
    const end = await readHistoryEnd(db, config.keysDir)
    const attachments = await readKeyAttachments(config.keysDir)
    const store = await openStoreBeside(db, config)
    const options = { file, key, kind, dataDir: config.dataDir, store, attachments, ...end }
    const { bytes, rows, files, missing, damaged, problem, warnings } = await createBackup(db, options)
    const encrypted = key ? ', encrypted' : ''
    print(`Wrote ${file}: ${rows} rows and ${files} files, ${(bytes / 1e6).toFixed(1)} MB${encrypted}.`)
    for (const path of missing) print(`Not in the backup, because the file is missing or cannot be read: ${path}`)
    for (const path of damaged) print(`In the backup, but damaged before: ${path}`)
    for (const warning of warnings) warn(`In the backup as in the database: ${warning}`)
    return problem ?? (await recordBackup(db, config.keysDir, { file, key, kind }))
  })
}

/**
 * Writes the backup of the day and then deletes the oldest ones; twice as many stay if it lacks
 * something that they may have. Returns the same as `runBackup`. Throws StartError if there is one of
 * this minute, BACKUP_DIR is not set, or its folder does not exist: on an unmounted disk a new folder
 * would fill another one.
 */
export async function runDailyBackup(
  config: Settings & Pick<Config, 'dailyBackup' | 'timeZone'>,
  print: (text: string) => void,
  warn = print,
): Promise<string | null> {
  const { dailyBackup, timeZone } = config
  if (!dailyBackup) throw new StartError('Set BACKUP_DIR, the folder of the daily backups.')
  const { folder, keep, keyFile } = dailyBackup
  if (!existsSync(folder)) throw new StartError(`The folder of backups ${folder} (BACKUP_DIR) does not exist.`)
  const key = keyFile === undefined ? undefined : await readKeyFile(keyFile)
  const name = dailyName(Date.now(), timeZone, key !== undefined)
  if (existsSync(join(folder, name)))
    throw new StartError(`The daily backup of this minute, ${name}, exists already. For another, wait a minute.`)
  const problem = await runBackup(config, { file: join(folder, name), key, kind: 'daily' }, print, warn)
  const staying = problem === null ? keep : 2 * keep
  for (const surplus of surplusBackups(await readdir(folder), name, staying)) {
    await rm(join(folder, surplus), { force: true })
    print(`Deleted ${surplus}: the newest ${staying} stay (BACKUP_KEEP).`)
  }
  return problem
}

/**
 * Returns why the history has no entry of the backup, or null. Without the history's key there is
 * none: such a backup is not good, but better than none. Throws StartError if the key is damaged.
 */
async function recordBackup(
  db: Db,
  keysDir: string,
  { file, key, kind }: Pick<BackupOptions, 'file' | 'key' | 'kind'>,
): Promise<string | null> {
  if (!existsSync(join(keysDir, keyFileName('history')))) return null
  const history = await openHistory(db, keysDir)
  const recorder = kind === 'daily' ? history.server : history.from({ actor: null, command: 'backup' })
  try {
    await recordTaken(db, recorder, { file, isEncrypted: key !== undefined })
    return null
  } catch (error) {
    return `The backup was written, but the history has no entry of it: ${reasonOf(error)}.`
  }
}
