import { buildPanelIfStale } from '../../scripts/panel-build.mjs'
import { startCluster } from './postgresql.ts'

/** Before the run: the panel is built and one PostgreSQL is up. The answer is called after the run. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!buildPanelIfStale()) throw new Error('The panel could not be built')
  return startCluster()
}
