import type { Db } from '../db/schema.ts'
import type { Media, StagedFile } from '../media/media.ts'
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
  log: { error(details: object, sentence: string): void }
}

/** The rows' half of a change. `leave` takes the stored path of a file that no row names after it. */
export type RowChange<Result> = (transaction: Db, leave: (path: string) => void) => Promise<Result>

/**
 * Changes rows and the files they name, so that either both are done or neither, also when the process dies at any point between:
 * paths stand in `pending_files` while the two differ, and `sweepPendingFiles` ends what was begun (decision 5).
 * `change` runs in one transaction, after the arriving files are in place; when it throws, these are removed again. It must
 * insert a row for each arriving path.
 */
export async function changeFiles<Result>(
  parts: FileParts,
  arriving: readonly StagedFile[],
  change: RowChange<Result>,
): Promise<Result> {
  const { db, media } = parts
  const paths = arriving.map(({ path }) => path)
  const leaving: string[] = []
  let result: Result
  try {
    await insertPendingFiles(db, paths, 'arriving')
    for (const staged of arriving) await media.commit(staged)
    result = await db.transaction().execute(async (transaction) => {
      if ((await takeArrivingFiles(transaction, paths)) !== paths.length)
        throw new Error('An arriving file was swept away.')
      const changed = await change(transaction, (path) => leaving.push(path))
      await insertPendingFiles(transaction, leaving, 'leaving')
      return changed
    })
  } catch (error) {
    for (const staged of arriving) await attempt(parts, staged.path, () => takeBack(parts, staged))
    throw error
  }
  for (const path of leaving) await attempt(parts, path, () => settle(parts, path))
  return result
}

/** Ends what earlier processes began: call it at start, before listening. */
export async function sweepPendingFiles(parts: FileParts): Promise<void> {
  await parts.media.sweepStaged()
  for (const path of await listPendingFiles(parts.db)) await attempt(parts, path, () => settle(parts, path))
}

async function takeBack(parts: FileParts, staged: StagedFile): Promise<void> {
  await parts.media.discard(staged)
  await settle(parts, staged.path)
}

/**
 * Makes a file agree with the rows. The mark comes before the look: it waits for a transaction of unknown outcome (a connection
 * that broke in the middle of a commit) and keeps any later one from naming the file.
 */
async function settle({ db, media }: FileParts, path: string): Promise<void> {
  await markFileLeaving(db, path)
  if (!(await isFileNamed(db, path))) await media.remove(path)
  await deletePendingFile(db, path)
}

/** The change itself has its outcome already; a path that could not be settled stays on the list for the next start. */
async function attempt({ log }: FileParts, path: string, step: () => Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    log.error({ err: error, path }, 'a file could not be settled; the next start will try again')
  }
}
