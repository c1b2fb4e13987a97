import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPgbouncer } from '../../../scripts/pgbouncer.ts'
import { startPostgresCluster } from '../../../scripts/postgres-cluster.ts'
import { isFullSuite } from '../../../scripts/vitest-suite.ts'
import { openDatabase } from '../db/database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The address of a PostgreSQL server for the tests, or why this machine cannot run it. In the whole
     * suite, `pooledUrl` leads to it through PgBouncer in transaction mode, if the machine has it.
     */
    postgres: { url: string; pooledUrl: string | undefined } | { missing: string }
    /**
     * What `makeMigratedDatabase` copies: an SQLite file, and the name of a PostgreSQL template.
     */
    migratedDatabases: { sqlite: string; postgres: string }
  }
}

const TEMPLATE = 'sevadesk_template'

/**
 * Starts one PostgreSQL for the whole run and migrates one database of each engine, which tests
 * copy.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'sevadesk-template-'))
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  await migrateOne({ dataDir: folder, databaseUrl: undefined })
  project.provide('migratedDatabases', { sqlite: join(folder, 'sevadesk.sqlite'), postgres: TEMPLATE })
  const cluster = await startPostgresCluster().catch((error: unknown) => {
    project.provide('postgres', { missing: `PostgreSQL does not run here: ${error}` })
  })
  if (!cluster) return removeFolder
  const client = new pg.Client({ connectionString: `${cluster.url}/postgres` })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const dataDir = join(folder, 'postgres')
  await migrateOne({ dataDir, databaseUrl: `${cluster.url}/${TEMPLATE}` })
  const pooler = isFullSuite ? await startPgbouncer(cluster.url).catch(() => undefined) : undefined
  project.provide('postgres', { url: cluster.url, pooledUrl: pooler?.url })
  return async () => {
    await pooler?.stop()
    await cluster.stop()
    await removeFolder()
  }
}

async function migrateOne(place: Parameters<typeof openDatabase>[0]): Promise<void> {
  const db = await openDatabase(place).catch((cause: unknown) => {
    throw new Error('After a new migration, run npm run schema.', { cause })
  })
  await db.destroy()
}
