import type { Db } from '../../db/schema.ts'
import { MAKE_VARIANTS } from '../../jobs/job-kinds.ts'
import type { JobRunner } from '../../jobs/job-runner.ts'
import { deleteJobsAbout, insertJobs } from '../../jobs/job-store.ts'
import type { Media, StagedFile } from '../../media/media.ts'
import { pathMutex } from '../../media/path-mutex.ts'
import { deletePictures, findWidths, insertPictures } from '../pictures/picture-store.ts'
import {
  deletePendingFile,
  insertPendingFiles,
  isFileNamed,
  listPendingFiles,
  markFileLeaving,
  takeArrivingFiles,
} from './pending-file-store.ts'

/** What a change of rows and files needs. */
export interface FileParts {
  db: Db
  media: Media
  jobs: Pick<JobRunner, 'wake'>
  log: { error(details: object, sentence: string): void }
  /** Runs last in the transaction, with its result: what must be kept together with the change. When it throws, nothing is changed. */
  recordIdempotencyKey?: ((transaction: Db, result: unknown) => Promise<void>) | undefined
}

/** The rows' half of a change. `leave` takes the stored path of a file that no row names after it. */
export type RowChange<Result> = (transaction: Db, leave: (path: string) => void) => Promise<Result>

/**
 * Changes rows and the files they name, so that either both are done or neither, also when the process dies at any point between:
 * paths stand in `pending_files` while the two differ, and `sweepPendingFiles` ends what was begun (decision 5).
 * `change` runs in one transaction, after the arriving files are in place; when it throws, these are removed again. It must
 * insert a row for each arriving path. What is known of an arriving picture, and the job that makes its smaller versions, come and
 * go with the path, so that `change` can read the one and need not care for the other.
 */
export async function changeFiles<Result>(
  parts: FileParts,
  arriving: readonly StagedFile[],
  change: RowChange<Result>,
): Promise<Result> {
  const { db, media } = parts
  const paths = arriving.map(pathOf)
  const pictures = arriving.flatMap(({ path, picture }) => (picture ? [{ path, ...picture }] : []))
  const leaving: string[] = []
  let result: Result
  try {
    await insertPendingFiles(db, paths, 'arriving')
    for (const staged of arriving) await media.commit(staged)
    result = await db.transaction().execute(async (transaction) => {
      if ((await takeArrivingFiles(transaction, paths)) !== paths.length)
        throw new Error('An arriving file was swept away.')
      await insertPictures(transaction, pictures)
      await insertJobs(transaction, MAKE_VARIANTS, pictures.map(pathOf))
      const changed = await change(transaction, (path) => leaving.push(path))
      await deletePictures(transaction, leaving)
      await deleteJobsAbout(transaction, leaving)
      await insertPendingFiles(transaction, leaving, 'leaving')
      await parts.recordIdempotencyKey?.(transaction, changed)
      return changed
    })
  } catch (error) {
    for (const staged of arriving) await attempt(parts, staged.path, () => takeBack(parts, staged))
    throw error
  }
  if (pictures.length > 0) parts.jobs.wake()
  for (const path of leaving) await attempt(parts, path, () => settle(parts, path))
  return result
}

function pathOf({ path }: { path: string }): string {
  return path
}

type SweepParts = Pick<FileParts, 'db' | 'media' | 'log'>

/** Ends what earlier processes began: call it at start, before listening. */
export async function sweepPendingFiles(parts: SweepParts): Promise<void> {
  await parts.media.sweepStaged()
  for (const path of await listPendingFiles(parts.db)) await attempt(parts, path, () => settle(parts, path))
}

async function takeBack(parts: FileParts, staged: StagedFile): Promise<void> {
  await parts.media.discard(staged)
  await settle(parts, staged.path)
}

function settle(parts: Pick<FileParts, 'db' | 'media'>, path: string): Promise<void> {
  return pathMutex.runExclusive(path, () => settleInTurn(parts, path))
}

/**
 * Makes a file and its smaller versions agree with the rows; the caller has the path's turn. The mark comes before the look: it
 * waits for a transaction of unknown outcome (a connection that broke in the middle of a commit) and keeps any later one from
 * naming the file.
 */
export async function settleInTurn({ db, media }: Pick<FileParts, 'db' | 'media'>, path: string): Promise<void> {
  await markFileLeaving(db, path)
  if (await isFileNamed(db, path)) await media.trimVariants(path, (await findWidths(db, path)) ?? [])
  else await media.remove(path)
  await deletePendingFile(db, path)
}

/** The change itself has its outcome already; a path that could not be settled stays on the list for the next start. */
async function attempt({ log }: SweepParts, path: string, step: () => Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    log.error({ err: error, path }, 'a file could not be settled; the next start will try again')
  }
}
