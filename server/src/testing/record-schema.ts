// `npm run schema`, after a new migration: adds its hash, and describes the schema of both databases.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgresCluster } from '../../../scripts/postgres-cluster.ts'
import { openDatabaseToRestore } from '../db/database.ts'
import { MIGRATIONS, migrate } from '../db/migrate.ts'
import { readSchema } from '../db/schema.ts'
import { hashOf, MIGRATIONS_FOLDER } from './migration-files.ts'

const hashesFile = join(MIGRATIONS_FOLDER, 'hashes.json')
const landed: Record<string, string> = JSON.parse(readFileSync(hashesFile, 'utf8'))
writeJson(hashesFile, Object.fromEntries(MIGRATIONS.map(([name]) => [name, landed[name] ?? hashOf(name)])))

const cluster = await startPostgresCluster()
await record('sqlite', undefined)
await record('postgres', `${cluster.url}/postgres`)
await cluster.stop()

async function record(name: string, databaseUrl: string | undefined): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sevadesk-schema-'))
  const db = await openDatabaseToRestore({ dataDir, databaseUrl })
  // A copy of the list, because MIGRATIONS itself compares the schema with the description.
  await migrate(db, [...MIGRATIONS])
  writeJson(join(MIGRATIONS_FOLDER, '..', 'schema', `${name}.json`), await readSchema(db))
  await db.destroy()
  rmSync(dataDir, { recursive: true })
}

function writeJson(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`)
}
