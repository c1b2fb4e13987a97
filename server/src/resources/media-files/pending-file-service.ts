import { KeyedMutex } from '../../concurrency/keyed-mutex.ts'
import type { Db } from '../../db/db.ts'
import { whileLeased } from '../../db/lease.ts'
import { MAKE_VARIANTS } from '../../jobs/job-kinds.ts'
import type { JobRunner } from '../../jobs/job-runner.ts'
import { deleteJobsAbout, insertJobs } from '../../jobs/job-store.ts'
import type { Media, StagedFile, StagedVariants } from '../../media/media.ts'
import type { Recorder } from '../history/history-service.ts'
import {
  claimAddedFiles,
  deletePendingFile,
  deletePictures,
  findWidths,
  insertPendingFiles,
  insertPictures,
  isFileNamed,
  listFilesToDelete,
  listPendingFiles,
  markFileForDeletion,
  renewPendingFiles,
  updateWidths,
} from './pending-file-store.ts'
import { isBackupRunning } from './running-backup-store.ts'

/** Keyed by stored path, so that placing and removing the same file never overlap. */
const pathMutex = new KeyedMutex()

export interface FileDependencies {
  db: Db
  media: Media
  jobs: Pick<JobRunner, 'wake'>
  log: { error(details: object, message: string): void }
  /** Runs last in the transaction, with the change's result. An error rolls everything back. */
  beforeCommit?: ((transaction: Db, result: unknown) => Promise<void>) | undefined
}

/** For changes that the history records. */
export interface ContentDependencies extends FileDependencies {
  recorder: Recorder
}

/**
 * Changes the rows in `transaction`. Calls `leave` with the stored path of each file that no row
 * names afterwards.
 */
type RowChange<Result> = (transaction: Db, leave: (path: string) => void) => Promise<Result>

/**
 * Changes rows and their files together, also when the process dies in between: `pending_files`
 * lists the paths until rows and files agree, and `sweepPendingFiles` finishes interrupted changes
 * (decision 5). `change` runs in one transaction, after the new files are in place, and must
 * insert a row for each new file. `changeFiles` itself inserts and deletes pictures and their jobs.
 */
export async function changeFiles<Result>(
  dependencies: FileDependencies,
  newFiles: readonly StagedFile[],
  change: RowChange<Result>,
): Promise<Result> {
  const { db, media } = dependencies
  const paths = newFiles.map(pathOf)
  const pictures = newFiles.flatMap(({ path, picture }) => (picture ? [{ path, ...picture }] : []))
  const unusedPaths: string[] = []
  let result: Result
  try {
    await insertPendingFiles(db, paths, 'adding')
    await whileLeased(
      () => renewPendingFiles(db, paths),
      async () => {
        for (const staged of newFiles) await media.commit(staged)
      },
    )
    result = await db.transaction().execute(async (transaction) => {
      // A transaction may run again.
      unusedPaths.length = 0
      if ((await claimAddedFiles(transaction, paths)) !== paths.length)
        throw new Error('A file was removed before its row was written.')
      await insertPictures(transaction, pictures)
      await insertJobs(transaction, MAKE_VARIANTS, pictures.map(pathOf))
      const changed = await change(transaction, (path) => unusedPaths.push(path))
      await deletePictures(transaction, unusedPaths)
      await deleteJobsAbout(transaction, unusedPaths)
      await insertPendingFiles(transaction, unusedPaths, 'deleting')
      await dependencies.beforeCommit?.(transaction, changed)
      return changed
    })
  } catch (error) {
    for (const staged of newFiles) await attempt(dependencies, staged.path, () => discard(dependencies, staged))
    throw error
  }
  if (pictures.length > 0) dependencies.jobs.wake()
  // Without those whose smaller versions another server is adding: that server removes them too.
  for (const path of await listPendingFiles(db, unusedPaths))
    await attempt(dependencies, path, () => reconcile(dependencies, path))
  return result
}

function pathOf({ path }: { path: string }): string {
  return path
}

type SweepDependencies = Pick<FileDependencies, 'db' | 'media' | 'log'>

/**
 * Finishes the file changes that earlier processes left pending, except those of other servers. Call it
 * before listening.
 */
export async function sweepPendingFiles(dependencies: SweepDependencies): Promise<void> {
  await dependencies.media.sweepStaged()
  for (const path of await listPendingFiles(dependencies.db)) {
    await attempt(dependencies, path, () => reconcile(dependencies, path))
  }
}

/**
 * Deletes the files that a backup or a failure kept after their rows had gone, and on PostgreSQL those
 * that a killed server left. Does nothing while a backup runs.
 */
export async function sweepFilesToDelete(
  dependencies: Pick<SweepDependencies, 'db' | 'media' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  if (await isBackupRunning(dependencies.db)) return
  for (const path of await listFilesToDelete(dependencies.db)) {
    if (signal.aborted) return
    await attempt(dependencies, path, () => reconcile(dependencies, path))
  }
}

async function discard(dependencies: FileDependencies, staged: StagedFile): Promise<void> {
  await dependencies.media.discard(staged)
  await reconcile(dependencies, staged.path)
}

function reconcile(dependencies: Pick<FileDependencies, 'db' | 'media'>, path: string): Promise<void> {
  return pathMutex.runExclusive(path, () => reconcileLocked(dependencies, path))
}

/**
 * Makes a file and its smaller versions agree with the rows. The caller holds the path's mutex.
 * Marks the file for deletion first: this waits for a transaction of unknown outcome (one whose
 * connection broke during commit) and keeps later transactions from naming the file. A file that a
 * backup may still copy stays pending.
 */
async function reconcileLocked({ db, media }: Pick<FileDependencies, 'db' | 'media'>, path: string): Promise<void> {
  await markFileForDeletion(db, path)
  if (await isFileNamed(db, path)) await media.trimVariants(path, (await findWidths(db, path)) ?? [])
  else if (await isBackupRunning(db)) return
  else await media.remove(path)
  await deletePendingFile(db, path)
}

/** Logs a failure, as the rows are already decided; the path stays pending until the next start. */
async function attempt({ log }: SweepDependencies, path: string, step: () => Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    log.error({ err: error, path }, 'could not reconcile a file with its row; next retry at startup')
  }
}

/**
 * Creates the smaller versions of a stored picture and records their widths. Does nothing if the
 * picture is deleted or has smaller versions. After a failure or crash at any point, no unrecorded
 * version remains (decision 5).
 */
export async function makeVariants(parts: Pick<FileDependencies, 'db' | 'media'>, path: string): Promise<void> {
  const { db, media } = parts
  if ((await findWidths(db, path))?.length !== 0) return
  const staged = await media.stageVariants(path)
  try {
    if (staged.widths.length > 0) await pathMutex.runExclusive(path, () => placeVariants(parts, staged))
  } finally {
    await media.discardVariants(staged)
  }
}

async function placeVariants(parts: Pick<FileDependencies, 'db' | 'media'>, staged: StagedVariants): Promise<void> {
  const { db, media } = parts
  const { path, widths } = staged
  await insertPendingFiles(db, [path], 'adding')
  try {
    // From here on, a server that deletes the picture leaves its files to this one.
    if ((await findWidths(db, path)) === undefined) return await reconcileLocked(parts, path)
    await whileLeased(
      () => renewPendingFiles(db, [path]),
      () => media.commitVariants(staged),
    )
    const isListed = await db.transaction().execute(async (transaction) => {
      const isKnown = await updateWidths(transaction, path, widths)
      if (isKnown && (await claimAddedFiles(transaction, [path])) === 0)
        throw new Error('Smaller versions were removed before they were listed.')
      return isKnown
    })
    if (!isListed) await reconcileLocked(parts, path)
  } catch (error) {
    await reconcileLocked(parts, path)
    throw error
  }
}
