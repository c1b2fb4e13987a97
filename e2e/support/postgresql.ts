import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { startPostgresCluster } from '../../scripts/postgres-cluster.ts'

/** Environment variable with the cluster's URL, from the global setup to the workers. */
const CLUSTER_VARIABLE = 'E2E_POSTGRESQL_URL'

/** Starts one PostgreSQL for all tests; returns a function that stops it. */
export async function startCluster(): Promise<() => Promise<void>> {
  const cluster = await startPostgresCluster()
  process.env[CLUSTER_VARIABLE] = cluster.url
  return () => cluster.stop()
}

/** As `startCluster`, for a test file. `missing` says why PostgreSQL does not run here; empty if it does. */
export function tryStartCluster(): Promise<{ stop: () => Promise<void>; missing: string }> {
  return startCluster().then(
    (stop) => ({ stop, missing: '' }),
    (error: unknown) => ({ stop: async () => undefined, missing: ` (PostgreSQL does not run here: ${error})` }),
  )
}

/** Creates an empty database; returns its connection string. */
export async function createDatabase(): Promise<string> {
  const cluster = process.env[CLUSTER_VARIABLE]
  if (!cluster) throw new Error('The global setup has not started PostgreSQL')
  const name = `e2e_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: `${cluster}/postgres` })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return `${cluster}/${name}`
}
