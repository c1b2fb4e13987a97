import type { StagedVariants } from '../../media/media.ts'
import { pathMutex } from '../../media/path-mutex.ts'
import { type FileDependencies, reconcileLocked } from './pending-file-service.ts'
import { deletePendingFile, insertPendingFiles } from './pending-file-store.ts'
import { findWidths, updateWidths } from './picture-store.ts'

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
    await media.commitVariants(staged)
    const isListed = await db.transaction().execute(async (transaction) => {
      const isKnown = await updateWidths(transaction, path, widths)
      if (isKnown) await deletePendingFile(transaction, path)
      return isKnown
    })
    if (!isListed) await reconcileLocked(parts, path)
  } catch (error) {
    await reconcileLocked(parts, path)
    throw error
  }
}
