import { buildIfStale } from '../../scripts/builds.mjs'
import { startStorage } from './bucket.ts'
import { startCluster } from './postgresql.ts'

/** Builds what is stale and starts PostgreSQL, for several servers also a storage. The returned function stops them. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!buildIfStale()) throw new Error('The panel or the server could not be built')
  const stopCluster = await startCluster()
  const stopStorage = process.env.E2E_SERVERS ? await startStorage() : async () => undefined
  return async () => {
    await stopStorage()
    await stopCluster()
  }
}
