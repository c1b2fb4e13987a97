import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../errors.ts'
import { syncFolder } from '../media/disk-files.ts'

export interface UnfinishedRestore {
  id: string
  /** Absolute paths of the files that it creates, besides photos and videos. */
  created: readonly string[]
}

/** Returns the restore into this folder that has not finished. */
export function findUnfinishedRestore(dataDir: string): UnfinishedRestore | undefined {
  const file = fileIn(dataDir)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Marks the folder durably, so that no server starts there before the restore has finished. */
export async function markUnfinishedRestore(dataDir: string, restore: UnfinishedRestore): Promise<void> {
  const file = fileIn(dataDir)
  writeFileSync(`${file}.new`, `${JSON.stringify(restore)}\n`, { flush: true })
  renameSync(`${file}.new`, file)
  await syncFolder(dataDir)
}

export async function removeRestoreMark(dataDir: string): Promise<void> {
  rmSync(fileIn(dataDir), { force: true })
  await syncFolder(dataDir)
}

/** Throws StartError if a restore into this folder has begun and not finished. */
export function assertNotRestoring(dataDir: string): void {
  if (findUnfinishedRestore(dataDir) === undefined) return
  throw new StartError(
    `The restore into the data folder ${dataDir} (DATA_DIR) did not finish. Run npm run restore again, also with another backup.`,
  )
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'restore-unfinished')
}
