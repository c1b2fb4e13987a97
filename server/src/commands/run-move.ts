import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { explainFailure, mayHaveDatabase, openDatabaseToRestore } from '../db/database.ts'
import type { Db } from '../db/db.ts'
import { assertMarked, assertNotRestoring } from '../db/folder-mark.ts'
import { StartError } from '../errors.ts'
import { openStore, openStoreBeside, type StoreSettings } from '../media/open-media.ts'
import { assertStopped, moveInstallation } from '../resources/backups/move-service.ts'
import { recordInHistory } from './run-restore.ts'

type Settings = Pick<Config, 'databaseUrl' | 'keysDir'> & StoreSettings

/** Copies a stopped installation into the empty place of other settings. Throws StartError. */
export async function runMove(source: Settings, target: Settings, print: (text: string) => void): Promise<void> {
  if (resolve(source.dataDir) === resolve(target.dataDir) || resolve(source.keysDir) === resolve(target.keysDir))
    throw new StartError('The source has this data or keys folder itself: name an empty one with --data-dir.')
  if (!existsSync(source.dataDir) || !mayHaveDatabase(source))
    throw new StartError(`There is no database in the data folder ${source.dataDir} (DATA_DIR): nothing to move.`)
  assertNotRestoring(source.dataDir)
  // Its lock keeps servers off the source.
  await withDatabase(source, async (from) => {
    await assertStopped(from)
    await assertMarked(from, source)
    await withDatabase(target, async (db) => {
      // A bucket is read through the target's folder.
      await mkdir(join(target.dataDir, 'tmp'), { recursive: true })
      const sourceStore = source.s3 ? { dataDir: target.dataDir, s3: source.s3 } : source
      const { dataDir, keysDir } = target
      const report = await moveInstallation(
        { db: from, keysDir: source.keysDir, store: await openStoreBeside(from, sourceStore) },
        {
          db,
          dataDir,
          keysDir,
          store: await openStore(target),
          recordRestore: (transaction, info, voided) => recordInHistory(transaction, keysDir, info, voided, 'move'),
        },
      )
      if (!report) return print('An earlier move lacked only its last step, which is done now.')
      const { rows, files, missing } = report
      print(`Moved ${rows} rows and ${files} files, which are equal to those of the source.`)
      for (const path of missing) print(`Not moved, because the source lacks the file: ${path}`)
    })
  })
}

async function withDatabase(settings: Settings, use: (db: Db) => Promise<void>): Promise<void> {
  const db = await openDatabaseToRestore(settings)
  try {
    await use(db)
  } catch (error) {
    throw explainFailure(error)
  } finally {
    await db.destroy()
  }
}
