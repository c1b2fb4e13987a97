import { buildIfStale } from '../../scripts/builds.mjs'
import { startCluster } from './postgresql.ts'

/** Builds what is stale and starts PostgreSQL. The returned function stops PostgreSQL. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!buildIfStale()) throw new Error('The panel or the server could not be built')
  return startCluster()
}
