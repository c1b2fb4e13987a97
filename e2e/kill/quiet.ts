import { wait } from './kill-moment.ts'
import type { KillStand } from './kill-stand.ts'
import { look } from './look.ts'

const JOBS_LIMIT_MS = 180_000

/** Waits until the running server has no more jobs. Throws when one fails for good, or when rows and files do not agree then. */
export async function settled({ sql, dataDir }: KillStand, sentPhotos: ReadonlySet<string>): Promise<void> {
  const deadline = performance.now() + JOBS_LIMIT_MS
  let seen = await look(sql, dataDir, sentPhotos)
  while (seen.jobs > seen.failedJobs) {
    if (performance.now() > deadline) throw new Error(`${seen.jobs} jobs are still not done`)
    await wait(100)
    seen = await look(sql, dataDir, sentPhotos)
  }
  if (seen.failedJobs > 0) throw new Error(`${seen.failedJobs} jobs have failed for good`)
  noFailure(seen.rowsWithoutFile, 'jobs done: a row without its file')
  noFailure(seen.filesWithoutRow, 'jobs done: a file without its row')
  noFailure(seen.strayVersions, 'jobs done: a smaller version that no picture lists')
  noFailure(seen.missingVersions, 'jobs done: a smaller version that is listed and missing')
  noFailure(seen.lackingVersions, 'jobs done: a picture without its smaller versions')
  noFailure(seen.pending, 'jobs done: a path still waiting')
  const parts = seen.parts.map(({ name }) => name)
  noFailure(parts, 'jobs done: a part')
}

export function noFailure(wrong: readonly string[], what: string): void {
  if (wrong.length > 0) throw new Error(`${what}: ${wrong.join(', ')}`)
}
