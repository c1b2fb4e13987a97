import { buildPanelIfStale } from '../../scripts/panel-build.mjs'
import { startCluster } from './postgresql.ts'

/** Builds the panel and starts PostgreSQL, which stops after the run. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!buildPanelIfStale()) throw new Error('The panel could not be built')
  return startCluster()
}
