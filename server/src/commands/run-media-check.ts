import type { Config } from '../config.ts'
import { explainFailure, openDatabaseBeside } from '../db/database.ts'
import type { Db } from '../db/db.ts'
import { StartError } from '../errors.ts'
import { emptyIfMissing } from '../media/disk-files.ts'
import type { FileStore } from '../media/file-store.ts'
import { openStoreBeside, type StoreSettings } from '../media/open-media.ts'
import { hasMetadata } from '../media/receive-file.ts'
import {
  count,
  describeFindings,
  describeRow,
  isClean,
  removableFiles,
  size,
  total,
  wouldRemoveMostFiles,
} from '../resources/media-files/media-check-report.ts'
import { checkMedia, type MediaFindings } from '../resources/media-files/media-check-service.ts'
import { orderVersions, readNamedFiles } from '../resources/media-files/media-check-store.ts'

export interface MediaCheckOptions {
  /** Delete files of SevaDesk that no row needs. */
  remove: boolean
  /** Delete them even if they are most of the files, which suggests a mistake. */
  removeMost: boolean
  /** Queue jobs that make missing or failed smaller versions again. */
  remake: boolean
}

/**
 * Compares files and rows, prints the differences and repairs those that the options select.
 * `isClean` is true if no difference remains. Throws StartError.
 */
export async function runMediaCheck(
  config: Pick<Config, 'databaseUrl'> & StoreSettings,
  options: MediaCheckOptions,
  print: (text: string) => void,
): Promise<{ isClean: boolean }> {
  const db = await openDatabaseBeside(config)
  try {
    const store = await openStoreBeside(db, config)
    const findings = await checkMedia(db, store)
    print(describeFindings(findings))
    await reportMetadata(db, store, print)
    if (isClean(findings)) {
      print('\nNo problems found: every row has its file, and every file its row.')
      return { isClean: true }
    }
    const removed = await remove(store, findings, options, print)
    return { isClean: isClean(await remake(db, removed, options, print)) }
  } catch (error) {
    throw cannotUse(config.dataDir, explainFailure(error))
  } finally {
    await db.destroy()
  }
}

/** Names the videos that were stored before metadata was removed. Their files and rows agree. */
async function reportMetadata(db: Db, store: FileStore, print: (text: string) => void): Promise<void> {
  for (const row of (await readNamedFiles(db)).rows.values()) {
    if (!/\.(mp4|mov|webm)$/.test(row.path)) continue
    // A file may be missing, or deleted meanwhile.
    const [hasTags] = await hasMetadata(store, row.path).then((found) => [found], emptyIfMissing)
    if (!hasTags) continue
    print(
      `May still hold the place where it was filmed; edit the record and choose the file again: ${describeRow(row)}`,
    )
  }
}

/** Returns the remaining findings. */
async function remove(
  store: FileStore,
  findings: MediaFindings,
  { remove, removeMost }: MediaCheckOptions,
  print: (text: string) => void,
): Promise<MediaFindings> {
  const removable = removableFiles(findings)
  if (removable.length === 0) return findings
  if (remove && !removeMost && wouldRemoveMostFiles(findings)) {
    print(
      '\nNothing was removed: the rows name so few of the files that this may be the wrong database or an old copy of it. Look at DATABASE_URL and DATA_DIR; if all is as it should be, use -- --remove-most.',
    )
    return findings
  }
  if (!remove && !removeMost) {
    print('\nNothing was removed. With -- --remove the files and parts that nothing needs are taken away.')
    return findings
  }
  for (const file of removable) await store.removeFound(file)
  print(`\nRemoved ${count(removable.length, 'file')} (${size(total(removable))}). No row was changed.`)
  return { ...findings, unnamed: [], strayVersions: [], forgotten: [] }
}

/** Returns the remaining findings. */
async function remake(
  db: Db,
  findings: MediaFindings,
  { remake: isRequested }: MediaCheckOptions,
  print: (text: string) => void,
): Promise<MediaFindings> {
  const pictures = [...new Set([...findings.missingVersions.map((version) => version.of), ...findings.failedVersions])]
  if (pictures.length === 0) return findings
  if (!isRequested) {
    print('\nWith -- --remake smaller versions that are missing or could not be made are made again.')
    return findings
  }
  await orderVersions(db, pictures)
  print(
    `\nThe smaller versions of ${count(pictures.length, 'picture')} will be made again, at the next start of the server or after the next upload.`,
  )
  return { ...findings, missingVersions: [], failedVersions: [] }
}

function cannotUse(dataDir: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error
  return new StartError(`The data folder ${dataDir} (DATA_DIR) cannot be used: ${error.message}.`)
}
