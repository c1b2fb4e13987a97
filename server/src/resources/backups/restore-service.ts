import { mkdir, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { explainFailure } from '../../db/database.ts'
import { type Db, tableNames } from '../../db/db.ts'
import {
  findUnfinishedRestore,
  isUnused,
  markFolder,
  markUnfinishedRestore,
  removeRestoreMark,
  type UnfinishedRestore,
} from '../../db/folder-mark.ts'
import { newId } from '../../db/id.ts'
import { assertOurs, findDatabaseId } from '../../db/migrate.ts'
import { reasonOf, StartError } from '../../errors.ts'
import { HEAD_FILE_NAME, headFile, isKeyFileName, keyFile } from '../../keys/key-file.ts'
import { emptyIfMissing, syncFolder } from '../../media/disk-files.ts'
import type { FileStore } from '../../media/file-store.ts'
import { isStoredPath } from '../../media/media.ts'
import { isTrustFileName } from '../../trust/trust-file.ts'
import { hasRow } from '../history/history-store.ts'
import { type ArchiveInfo, DATABASE_ENTRY, readArchive } from './archive/archive.ts'
import type { ArchiveKey } from './archive/encryption.ts'
import { findRestoredFile } from './backup-store.ts'
import { fillDatabase, type LastReceipt, type RecordRestore, type VoidRange } from './fill-service.ts'

export interface RestoreTarget extends Folders {
  /** Without tables. */
  db: Db
  store: FileStore
  recordRestore: RecordRestore
}

/** Of a backup that `lacksHead`. */
export const HEAD_WAS_BROKEN =
  'It cannot be checked whether the end of the history is whole: its kept head was missing, forged or damaged when the backup was taken.'

export interface RestoreOptions {
  file: string
  key: ArchiveKey | undefined
  /** Returns the last number issued in each series, also in series that the backup lacks. */
  askLastReceipts(info: ArchiveInfo): Promise<readonly LastReceipt[]>
}

interface RestoreReport {
  info: ArchiveInfo
  files: number
  /** Names of files that were damaged before the backup. */
  damaged: readonly string[]
  voided: readonly VoidRange[]
  /** False if rows of the history were already missing when the backup was taken. */
  isHistoryWhole: boolean
}

/**
 * Restores a backup into an empty database and data folder, which must be locked. Only a whole and
 * accepted archive reaches them; from then on the folder is marked, so that no server starts there.
 * After an error the place is empty again, unless the database is away. After a kill, a new call
 * starts over, or returns undefined if only the last step was left, which is done now. Throws
 * StartError.
 */
export async function restoreBackup(
  target: RestoreTarget,
  options: RestoreOptions,
): Promise<RestoreReport | undefined> {
  const { file } = options
  try {
    return await fillPlace(target, {
      file,
      unpack: () => unpack(target, options),
      putMedia: (paths) => target.store.put(paths.map((path) => ({ from: join(stagingOf(target), path), path }))),
    })
  } catch (error) {
    throw explain(file, error)
  }
}

/** What fills an empty place. */
export interface Contents {
  /** Identifies it, also to a later call. */
  file: string
  /** Puts the plain database and small files into the staging folder, which it empties before. */
  unpack(): Promise<Unpacked>
  putMedia(paths: readonly string[]): Promise<void>
}

/** As `restoreBackup`, also for what is not a backup. */
export async function fillPlace(target: RestoreTarget, contents: Contents): Promise<RestoreReport | undefined> {
  const unfinished = findUnfinishedRestore(target.dataDir)
  if (unfinished && (await isFilled(target.db, unfinished, contents.file))) {
    await finish(target)
    return undefined
  }
  await assertUnfilled(target.db)
  if (!unfinished) await assertEmpty(target)
  return placeAndFill(target, contents, unfinished)
}

/** Precedes the digest of what a move brings, in place of a file's name. */
export const MOVE = 'move '

/** Whether a restore has filled the database. Throws StartError if it was that of another file. */
async function isFilled(db: Db, { id }: UnfinishedRestore, file: string): Promise<boolean> {
  if (!(await tableNames(db)).includes('backups')) return false
  const restored = await findRestoredFile(db, id)
  if (restored === undefined || restored === file) return restored !== undefined
  if (restored.startsWith(MOVE))
    throw new StartError(
      'Another move to this place lacks only its last step, but its source was used since then: empty the place, or use another one.',
    )
  throw new StartError(
    `The restore of ${restored} lacks only its last step: run npm run restore -- ${restored}, also if that file is gone.`,
  )
}

async function assertUnfilled(db: Db): Promise<void> {
  const tables = await tableNames(db)
  assertOurs(tables)
  if (tables.length > 0) throw notEmpty('the database has tables')
}

/** Throws StartError if there is a file that a restore would replace. */
async function assertEmpty(target: RestoreTarget): Promise<void> {
  const { dataDir } = target
  if (!isUnused(dataDir)) throw notEmpty(`the data folder ${dataDir} was used with a database`)
  const { shared } = target.store
  if (shared && ((await shared.readMark()) !== undefined || (await target.store.survey()).stored.length > 0))
    throw notEmpty(`${shared.name} was used with a database or has files`)
  const obstacle = await findObstacle(target)
  if (obstacle !== undefined) throw notEmpty(`${obstacle} exists`)
}

function notEmpty(reason: string): StartError {
  return new StartError(
    `A backup can only be restored into an empty place, but ${reason}: use an empty DATA_DIR, KEYS_DIR, DATABASE_URL and, in a bucket, S3_PREFIX.`,
  )
}

export interface Unpacked {
  info: ArchiveInfo
  /** The names of the entries that are of use, also of files that only `putMedia` brings. */
  names: readonly string[]
  lastReceipts: readonly LastReceipt[]
  damaged?: readonly string[]
}

/** Unpacks and checks the archive in a folder of its own, and asks. */
async function unpack(target: RestoreTarget, { file, key, askLastReceipts }: RestoreOptions): Promise<Unpacked> {
  const staging = stagingOf(target)
  await rm(staging, { recursive: true, force: true })
  try {
    const isOfUse = (name: string) => kindOfEntry(name) !== 'other'
    const { bavail, bsize } = await statfs(target.dataDir)
    const { info, entries, damaged } = await readArchive(file, {
      key,
      freeBytes: bavail * bsize,
      targetOf: (name) => (isOfUse(name) ? join(staging, name) : undefined),
      folder: staging,
    })
    const lastReceipts = await askLastReceipts(info)
    assertNoneRepeated(info, lastReceipts)
    return { info, names: entries.map(({ name }) => name).filter(isOfUse), lastReceipts, damaged }
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    throw error
  }
}

/** Throws StartError if a number would be lower than one of the backup. */
function assertNoneRepeated(info: ArchiveInfo, lastReceipts: readonly LastReceipt[]): void {
  for (const { series, lastNumber } of info.receipts) {
    const given = lastReceipts.find((each) => each.series === series)?.lastNumber
    if (given !== undefined && given >= lastNumber) continue
    throw new StartError(
      `The backup holds receipt ${lastNumber} of the series ${series}: its last number cannot be ${given ?? 'unknown'}.`,
    )
  }
}

async function placeAndFill(
  target: RestoreTarget,
  { file, unpack, putMedia }: Contents,
  unfinished: UnfinishedRestore | undefined,
): Promise<RestoreReport> {
  const { info, names, lastReceipts, damaged = [] } = await unpack()
  const { db, dataDir, recordRestore } = target
  const restore = { id: newId(), created: listCreated(names, target) }
  try {
    if (unfinished) await undo(target, unfinished)
    // Again: someone may have put a file there while the restore waited for an answer.
    await assertEmpty(target)
    await markUnfinishedRestore(dataDir, restore)
  } catch (error) {
    await rm(stagingOf(target), { recursive: true, force: true })
    throw error
  }
  try {
    await target.store.shared?.writeMark(markOf(restore))
    await placeFiles(names, target, putMedia)
    const plainFile = join(stagingOf(target), DATABASE_ENTRY)
    const voided = await fillDatabase(db, { info, plainFile, id: restore.id, file, lastReceipts, recordRestore })
    const isHistoryWhole = !info.history || (await hasRow(db, info.history))
    await finish(target)
    return { info, files: names.length - 1, damaged, voided, isHistoryWhole }
  } catch (error) {
    // If the database is away, it may be filled: the next call decides.
    if (await isUnfilled(db)) {
      await undo(target, restore).catch(() => undefined)
      await rm(stagingOf(target), { recursive: true, force: true })
    }
    throw error
  }
}

/** The mark of a shared store, so that no server starts and only this restore is undone there. */
function markOf({ id }: UnfinishedRestore): string {
  return `restore ${id}`
}

function isUnfilled(db: Db): Promise<boolean> {
  return tableNames(db).then(
    (tables) => tables.length === 0,
    () => false,
  )
}

/** The mark goes last: without it a server may start. */
async function finish(target: RestoreTarget): Promise<void> {
  await target.store.shared?.writeMark(await findDatabaseId(target.db))
  await markFolder(target.db, target.dataDir)
  await rm(stagingOf(target), { recursive: true, force: true })
  await removeRestoreMark(target.dataDir)
}

/** Empties a place whose database has no tables. */
async function undo(target: RestoreTarget, restore: UnfinishedRestore): Promise<void> {
  await removeFiles(restore, target)
  await removeRestoreMark(target.dataDir)
}

function explain(file: string, error: unknown): unknown {
  const known = explainFailure(error)
  if (known instanceof StartError || !(known instanceof Error)) return known
  // Ctrl+C at a question.
  if (known.name === 'AbortError') return new StartError('The restore was stopped. It has changed nothing.')
  if ('syscall' in known) return new StartError(`The backup could not be restored: ${reasonOf(known)}.`)
  return new StartError(`The backup ${file} cannot be restored (${reasonOf(known)}): use another one.`)
}

export interface Folders {
  dataDir: string
  keysDir: string
}

type EntryKind = 'database' | 'media' | 'trust' | 'key' | 'other'

/**
 * Returns what an entry of an archive is; `other` is of no use to this version. Throws an Error for a
 * name that no backup writes: an archive may come from anyone.
 */
export function kindOfEntry(name: string): EntryKind {
  if (name === DATABASE_ENTRY) return 'database'
  if (isStoredPath(`/${name}`)) return 'media'
  if (dirname(name) === 'trust' && isTrustFileName(basename(name))) return 'trust'
  if (dirname(name) === 'keys' && isKeyFileName(basename(name))) return 'key'
  if (/^(?:media|trust|keys)\//.test(name)) throw new Error(`no file is called ${JSON.stringify(name)}`)
  return 'other'
}

/**
 * Where archives are unpacked; nobody gives this name to a folder of backups. Each restore and each
 * start of a server deletes what an earlier restore left there.
 */
export function stagingOf({ dataDir }: Pick<Folders, 'dataDir'>): string {
  return join(dataDir, 'restore.part')
}

/** Returns the first file that a restore would replace. */
async function findObstacle({ dataDir, keysDir }: Folders): Promise<string | undefined> {
  const isKeyOrHead = (name: string) => isKeyFileName(name) || name === HEAD_FILE_NAME
  for (const [folder, isOurs] of [[dataDir, isTrustFileName] as const, [keysDir, isKeyOrHead] as const]) {
    const name = (await readdir(folder).catch(emptyIfMissing)).find(isOurs)
    if (name !== undefined) return join(folder, name)
  }
  return undefined
}

/**
 * Lists the files that a restore creates, besides those of `media/`. Its entry in the history needs
 * a key, also if the backup has no history.
 */
function listCreated(names: readonly string[], folders: Folders): string[] {
  const attachments = names.filter(isAttachment).map((name) => placeOf(name, folders))
  return [...new Set([...attachments, headFile(folders.keysDir), keyFile(folders.keysDir, 'history')])]
}

/** Moves unpacked files to their places, durably. */
async function placeFiles(
  names: readonly string[],
  target: RestoreTarget,
  putMedia: Contents['putMedia'],
): Promise<void> {
  const { dataDir, keysDir } = target
  await mkdir(keysDir, { recursive: true, mode: 0o700 })
  for (const name of names.filter(isAttachment)) {
    // A copy, because KEYS_DIR may be on another file system.
    const content = await readFile(join(stagingOf(target), name))
    await writeFile(placeOf(name, target), content, { mode: 0o600, flag: 'wx', flush: true })
  }
  for (const folder of [dataDir, keysDir]) await syncFolder(folder)
  await putMedia(names.flatMap((name) => (kindOfEntry(name) === 'media' ? `/${name}` : [])))
  await syncFolder(dataDir)
}

/**
 * Removes what a restore may have left. Files outside of these folders stay: they may be another
 * server's, because a data folder can be copied and its settings changed.
 */
async function removeFiles(restore: UnfinishedRestore, { dataDir, keysDir, store }: RestoreTarget): Promise<void> {
  const own = [resolve(dataDir), resolve(keysDir)]
  for (const file of restore.created) if (own.includes(dirname(resolve(file)))) await rm(file, { force: true })
  const { shared } = store
  // Otherwise the restore has put nothing there: the settings may have changed since.
  if (shared && (await shared.readMark()) !== markOf(restore)) return
  await store.remove((await store.survey()).stored.map(({ path }) => path))
  await shared?.writeMark(undefined)
}

function isAttachment(name: string): boolean {
  return ['trust', 'key'].includes(kindOfEntry(name))
}

/** Where a restored server looks for the file. */
function placeOf(name: string, { dataDir, keysDir }: Folders): string {
  if (kindOfEntry(name) === 'key') return join(keysDir, basename(name))
  return join(dataDir, kindOfEntry(name) === 'trust' ? basename(name) : name)
}
