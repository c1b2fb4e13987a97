import type { TestProject } from 'vitest/node'
import { startPostgresCluster } from '../../../scripts/postgres-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a PostgreSQL server of the tests' own, or why there is none on this machine. */
    postgres: { url: string } | { missing: string }
  }
}

/** Starts one real PostgreSQL for the whole run. Each test makes its own database on it. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  try {
    const { url, stop } = await startPostgresCluster()
    project.provide('postgres', { url })
    return stop
  } catch (error) {
    project.provide('postgres', { missing: `PostgreSQL does not run here: ${error}` })
    return undefined
  }
}
