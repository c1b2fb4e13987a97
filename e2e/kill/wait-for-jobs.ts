import type { ContentTarget } from './content-client.ts'
import { wait } from './kill-moment.ts'
import { readStorageState } from './storage-state.ts'

const JOBS_LIMIT_MS = 180_000

/**
 * Waits until the running server has no more jobs. Throws if a job fails permanently or takes too
 * long, or if rows and files then differ.
 */
export async function waitForJobs({ sql, dataDir }: ContentTarget, sentPhotos: ReadonlySet<string>): Promise<void> {
  const deadline = performance.now() + JOBS_LIMIT_MS
  let state = await readStorageState(sql, dataDir, sentPhotos)
  while (state.jobs > state.failedJobs) {
    if (performance.now() > deadline) throw new Error(`${state.jobs} jobs are still not done`)
    await wait(100)
    state = await readStorageState(sql, dataDir, sentPhotos)
  }
  if (state.failedJobs > 0) throw new Error(`${state.failedJobs} jobs failed without a further retry`)
  noFailure(state.rowsWithoutFile, 'jobs done: a row without its file')
  noFailure(state.filesWithoutRow, 'jobs done: a file without its row')
  noFailure(state.strayVersions, 'jobs done: a smaller version that no picture lists')
  noFailure(state.missingVersions, 'jobs done: a smaller version that is listed and missing')
  noFailure(state.lackingVersions, 'jobs done: a picture without its smaller versions')
  noFailure(state.pending, 'jobs done: a path still waiting')
  const parts = state.parts.map(({ name }) => name)
  noFailure(parts, 'jobs done: a part')
}

export function noFailure(wrong: readonly string[], what: string): void {
  if (wrong.length > 0) throw new Error(`${what}: ${wrong.join(', ')}`)
}
