import { buildPanelIfStale } from '../../scripts/panel-build.mjs'
import { startCluster } from './postgresql.ts'

/** Rebuilds a stale panel and starts PostgreSQL. The returned function stops PostgreSQL. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!buildPanelIfStale()) throw new Error('The panel could not be built')
  return startCluster()
}
