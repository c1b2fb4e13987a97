import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { StartError } from '../errors.ts'
import { syncFolder } from '../media/disk-files.ts'
import { isStoredPath } from '../media/media.ts'
import type { Db } from './db.ts'
import { findDatabaseId, readDatabaseId } from './migrate.ts'

type DatabaseLocation = Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 's3'>>

/** Rows of each kind whose files are looked for. */
const SAMPLE_ROWS = 100

/** Writes the id of the database into the data folder, durably. */
export async function markFolder(db: Db, dataDir: string): Promise<void> {
  const id = await findDatabaseId(db)
  if (readMark(dataDir) === id) return
  const file = markOf(dataDir)
  writeFileSync(`${file}.new`, `${id}\n`, { flush: true })
  renameSync(`${file}.new`, file)
  await syncFolder(dataDir)
}

/**
 * Throws StartError if the folder was used with a database or has files. A new database would not
 * list these files.
 */
export function assertUnused({ dataDir, databaseUrl }: DatabaseLocation): void {
  if (isUnused(dataDir)) return
  throw new StartError(
    `The data folder ${dataDir} (DATA_DIR) was used with a database, but ${databaseUrl ? 'the one of DATABASE_URL' : 'its SQLite database'} is missing or empty. Restore it from a backup, or correct DATA_DIR or DATABASE_URL. To begin with an empty database, run npm start -- --new-database once.`,
  )
}

/** Whether the folder was never used with a database and has no files. */
export function isUnused(dataDir: string): boolean {
  return readMark(dataDir) === undefined && !hasFiles(dataDir)
}

/**
 * As `assertUnused` for a database without tables. Otherwise throws StartError if the folder belongs
 * to another database, or is new although the database names files: another server may have them.
 * A restored database keeps its id.
 */
export async function assertFolderFits(db: Db, location: DatabaseLocation): Promise<void> {
  const id = await readDatabaseId(db)
  if (id === undefined) return assertUnused(location)
  const { dataDir, databaseUrl, s3 } = location
  const mark = readMark(dataDir)
  if (mark === id) return
  const isNew = isUnused(dataDir)
  if (isNew && (!databaseUrl || s3)) return
  if (mark === undefined && (await namesFilesIn(db, dataDir))) return
  if (isNew) throw new StartError(filesElsewhere(dataDir))
  throw new StartError(
    `The data folder ${dataDir} (DATA_DIR) belongs to another database than ${nameOf(databaseUrl)}. Correct DATA_DIR or DATABASE_URL. To use this folder with this database, run npm start -- --new-database once.`,
  )
}

function filesElsewhere(dataDir: string): string {
  return `The data folder ${dataDir} (DATA_DIR) lacks the photos and videos of the database of DATABASE_URL. Several servers need MEDIA_STORE=s3. If this is the only server, copy them there; to do without them, run npm start -- --new-database once.`
}

/** Throws StartError if the folder's mark names another database. Writes nothing. */
export async function assertMarked(db: Db, { dataDir, databaseUrl }: DatabaseLocation): Promise<void> {
  const mark = readMark(dataDir)
  if (mark === undefined || mark === (await findDatabaseId(db))) return
  throw new StartError(
    `The data folder ${dataDir} (DATA_DIR) belongs to another database than ${nameOf(databaseUrl)}. Use the settings of the server. If this database is now the right one, start the server once with --new-database.`,
  )
}

/**
 * Whether the folder has a file of the latest rows, or no row names a file. Reads only columns of
 * the first schema, because the database may not be migrated.
 */
async function namesFilesIn(db: Db, dataDir: string): Promise<boolean> {
  const photos = db.selectFrom('photos').select('path').orderBy('id', 'desc').limit(SAMPLE_ROWS)
  const videos = db.selectFrom('home_videos').select('path').orderBy('id', 'desc').limit(SAMPLE_ROWS)
  const events = db.selectFrom('events').select('image_path as path').where('image_path', 'is not', null)
  const rows = [
    ...(await photos.execute()),
    ...(await videos.execute()),
    ...(await events.orderBy('id', 'desc').limit(SAMPLE_ROWS).execute()),
  ]
  const isHere = (path: string) => isStoredPath(path) && existsSync(join(dataDir, path))
  return rows.length === 0 || rows.some(({ path }) => path !== null && isHere(path))
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
  // A power cut may leave an empty file of an older version.
  return (existsSync(file) && readFileSync(file, 'utf8').trim()) || undefined
}

function markOf(dataDir: string): string {
  return join(dataDir, 'database-id')
}

export interface UnfinishedRestore {
  id: string
  /** Absolute paths of the files that it creates, besides photos and videos. */
  created: readonly string[]
}

/** Returns the restore into this folder that has not finished. */
export function findUnfinishedRestore(dataDir: string): UnfinishedRestore | undefined {
  const file = fileIn(dataDir)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Marks the folder durably, so that no server starts there before the restore has finished. */
export async function markUnfinishedRestore(dataDir: string, restore: UnfinishedRestore): Promise<void> {
  const file = fileIn(dataDir)
  writeFileSync(`${file}.new`, `${JSON.stringify(restore)}\n`, { flush: true })
  renameSync(`${file}.new`, file)
  await syncFolder(dataDir)
}

export async function removeRestoreMark(dataDir: string): Promise<void> {
  rmSync(fileIn(dataDir), { force: true })
  await syncFolder(dataDir)
}

/** Throws StartError if a restore into this folder has begun and not finished. */
export function assertNotRestoring(dataDir: string): void {
  if (findUnfinishedRestore(dataDir) === undefined) return
  throw new StartError(
    `The restore into the data folder ${dataDir} (DATA_DIR) did not finish, or a move to it. Run npm run restore again, also with another backup, or npm run move.`,
  )
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'restore-unfinished')
}
