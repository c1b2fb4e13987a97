import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { StartError } from '../errors.ts'
import { isStoredPath } from '../media/media.ts'
import { findDatabaseId } from './migrate.ts'
import type { Db } from './schema.ts'

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>

/** Writes the id of the database into the data folder. */
export async function markFolder(db: Db, dataDir: string): Promise<void> {
  const id = await findDatabaseId(db)
  if (readMark(dataDir) === id) return
  const file = markOf(dataDir)
  writeFileSync(`${file}.new`, `${id}\n`)
  renameSync(`${file}.new`, file)
}

/**
 * Throws StartError if the folder belongs to another database, or has files while the database is
 * missing or empty: a new database would lose sight of the files. `id` is undefined for a database
 * without tables. A restored database keeps its id.
 */
export function assertFolderFits({ dataDir, databaseUrl }: Place, id: string | undefined): void {
  const mark = readMark(dataDir)
  if (mark === undefined ? id !== undefined || !hasFiles(dataDir) : mark === id) return
  if (id !== undefined) {
    throw new StartError(
      `The data folder ${dataDir} (DATA_DIR) belongs to another database than ${nameOf(databaseUrl)}; correct DATA_DIR or DATABASE_URL, or run npm start -- --new-database once to use this folder with this database.`,
    )
  }
  throw new StartError(
    `The data folder ${dataDir} (DATA_DIR) was used with a database, but ${databaseUrl ? 'the one of DATABASE_URL' : 'its SQLite database'} is missing or empty; restore it from a backup or correct DATA_DIR or DATABASE_URL, or run npm start -- --new-database once to begin with an empty one.`,
  )
}

/** As `assertFolderFits`, for a database that exists. Writes nothing. */
export async function assertMarked(db: Db, { dataDir, databaseUrl }: Place): Promise<void> {
  const mark = readMark(dataDir)
  if (mark === undefined || mark === (await findDatabaseId(db))) return
  throw new StartError(
    `The data folder ${dataDir} (DATA_DIR) belongs to another database than ${nameOf(databaseUrl)}; use the settings of the server, or start it once with --new-database if this database is now the right one.`,
  )
}

function nameOf(databaseUrl: string | undefined): string {
  return databaseUrl ? 'the one of DATABASE_URL' : 'the SQLite one in it, which is used when DATABASE_URL is not set'
}

function hasFiles(dataDir: string): boolean {
  const media = join(dataDir, 'media')
  return namesIn(media).some((folder) =>
    namesIn(join(media, folder)).some((name) => isStoredPath(`/media/${folder}/${name}`)),
  )
}

/** A folder that cannot be read is reported when the media are opened. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function readMark(dataDir: string): string | undefined {
  const file = markOf(dataDir)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

function markOf(dataDir: string): string {
  return join(dataDir, 'database-id')
}
