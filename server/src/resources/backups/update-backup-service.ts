import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { zonedDateTime } from '@sevadesk/contract/base/zoned-time.ts'
import type { Config } from '../../config.ts'
import { explainFailure } from '../../db/database.ts'
import type { Db } from '../../db/db.ts'
import { assertWritable } from '../../db/migrate.ts'
import { NO_RESTART, reasonOf, StartError } from '../../errors.ts'
import { openStoreBeside, type StoreSettings } from '../../media/open-media.ts'
import { VERSION } from '../../version.ts'
import { readKeyFile } from './archive/encryption.ts'
import { createBackup, readHistoryEnd, readKeyAttachments, type TakenBackup } from './backup-service.ts'

type Settings = Pick<Config, 'keysDir' | 'dailyBackup' | 'backupBeforeUpdate' | 'timeZone'> & StoreSettings

/** A start that fails after its backup and is repeated must not fill the disk. */
const KEPT_PER_VERSION = 2

/** The first group is the version that takes the backup. */
const NAME = /^before-update-(.+)-\d{4}-\d\d-\d\d-\d{6}\.tar(?:\.age)?$/

/**
 * Takes a backup of a database of an earlier version, which this version is about to migrate, unless
 * the settings forbid it. Throws StartError if that fails.
 */
export async function backUpBeforeUpdate(
  db: Db,
  config: Settings,
  print: (text: string) => void,
): Promise<TakenBackup | undefined> {
  if (!config.backupBeforeUpdate) return undefined
  const { dataDir, keysDir, dailyBackup, timeZone } = config
  try {
    const folder = dailyBackup?.folder ?? join(dataDir, 'backups')
    if (!dailyBackup) await mkdir(folder, { recursive: true, mode: 0o700 })
    else if (!existsSync(folder)) throw new StartError(`The folder of backups ${folder} (BACKUP_DIR) does not exist.`)
    const key = dailyBackup?.keyFile === undefined ? undefined : await readKeyFile(dailyBackup.keyFile)
    const time = zonedDateTime(Date.now(), timeZone).replace(' ', '-').replaceAll(':', '')
    const file = join(folder, `before-update-${VERSION}-${time}.tar${key ? '.age' : ''}`)
    print(`Taking a backup before the update to ${VERSION}: ${file}`)
    const end = await readHistoryEnd(db, keysDir)
    const attachments = await readKeyAttachments(keysDir)
    const store = await openStoreBeside(db, config)
    const options = { file, key, kind: 'manual', dataDir, store, attachments, ...end, isStrict: true } as const
    const { problem, warnings } = await createBackup(db, options)
    for (const line of problem === null ? warnings : [problem, ...warnings]) print(`Warning: ${line}`)
    await removeSurplus(folder, basename(file))
    return { file, isEncrypted: key !== undefined }
  } catch (error) {
    const known = explainFailure(error)
    // A later start may find it usable.
    if (known !== error) throw known
    // Throws if the database is away, which may have failed the check of the backup.
    await assertWritable(db)
    const failure = new StartError(
      `The database was not updated, because the backup before it failed: ${reasonOf(error)}. To update without this backup, set BACKUP_BEFORE_UPDATE=false.`,
    )
    failure.exitCode = NO_RESTART
    throw failure
  }
}

async function removeSurplus(folder: string, newest: string): Promise<void> {
  const others = (await readdir(folder)).filter((name) => NAME.exec(name)?.[1] === VERSION && name !== newest)
  // One that cannot be deleted must not keep the server from starting.
  for (const name of others.sort().slice(0, 1 - KEPT_PER_VERSION)) await rm(join(folder, name)).catch(() => undefined)
}
