import { TRASHED_KINDS } from '../trashed-kinds.ts'
import type { TestApp } from './test-app.ts'

/** Deletes everything in the trash for good, with its files. */
export async function eraseTrash({ db, media, jobs, history }: TestApp): Promise<void> {
  const dependencies = { db, media, jobs, log: { error: () => undefined }, recorder: history.server }
  for (const { kind, id } of await db.selectFrom('trash').select(['kind', 'id']).execute())
    await TRASHED_KINDS[kind].eraseOverdue(dependencies, id)
}
