import type { ContentDependencies } from '../media-files/pending-file-service.ts'
import { listOverdue, markOverdue } from './trash-store.ts'
import type { TrashedKinds } from './trashed-kind.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Few enough to hold in memory. */
const BATCH_SIZE = 100

/**
 * Deletes for good what was deleted over `trashDays` ago. A record must have been overdue for a day
 * of the clock, so a clock that jumps ahead and is set right within a day deletes nothing.
 */
export async function emptyTrash(
  { kinds, ...dependencies }: ContentDependencies & { kinds: TrashedKinds },
  trashDays: number,
  signal?: AbortSignal,
): Promise<void> {
  const { db } = dependencies
  const now = Date.now()
  const daysAgo = (days: number) => new Date(now - days * DAY_MS).toISOString()
  await markOverdue(db, { deletedBefore: daysAgo(trashDays - 1), now: new Date(now).toISOString() })
  for (;;) {
    const overdue = await listOverdue(db, {
      deletedBefore: daysAgo(trashDays),
      overdueBefore: daysAgo(1),
      limit: BATCH_SIZE,
    })
    for (const { kind, id } of overdue) {
      if (signal?.aborted) return
      await kinds[kind].eraseOverdue(dependencies, id)
    }
    if (overdue.length < BATCH_SIZE) return
  }
}
