import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../errors.ts'
import { findDatabaseId } from './migrate.ts'
import type { Db } from './schema.ts'

/** Writes the id of the database into the data folder. */
export async function markFolder(db: Db, dataDir: string): Promise<void> {
  const id = await findDatabaseId(db)
  if (readMark(dataDir) !== id) writeFileSync(markOf(dataDir), `${id}\n`)
}

/** Throws StartError if the folder was used with a different database. Writes nothing. */
export async function assertMarked(
  db: Db,
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
): Promise<void> {
  const mark = readMark(dataDir)
  if (mark === undefined || mark === (await findDatabaseId(db))) return
  const configured = databaseUrl
    ? 'the one of DATABASE_URL'
    : 'the SQLite one in it, which is used when DATABASE_URL is not set'
  throw new StartError(
    `The data folder ${dataDir} (DATA_DIR) belongs to another database than ${configured}; use the settings of the server, or start it once if this database is now the right one.`,
  )
}

function readMark(dataDir: string): string | undefined {
  const file = markOf(dataDir)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

function markOf(dataDir: string): string {
  return join(dataDir, 'database-id')
}
