import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { tableNames } from '../../db/engine.ts'
import { explainFailure } from '../../db/failure.ts'
import { isUnused, markFolder } from '../../db/folder-mark.ts'
import { newId } from '../../db/id.ts'
import { assertOurs } from '../../db/migrate.ts'
import {
  findUnfinishedRestore,
  markUnfinishedRestore,
  removeRestoreMark,
  type UnfinishedRestore,
} from '../../db/restore-mark.ts'
import type { Db } from '../../db/schema.ts'
import { reasonOf, StartError } from '../../errors.ts'
import { findRow } from '../history/history-check-store.ts'
import { type ArchiveInfo, DATABASE_ENTRY } from './archive/archive-format.ts'
import type { ArchiveKey } from './archive/encryption.ts'
import { readArchive } from './archive/read-archive.ts'
import { findRestoredFile } from './backup-store.ts'
import { fillDatabase, type LastReceipt, type RecordRestore, type VoidRange } from './fill-service.ts'
import {
  type Folders,
  findObstacle,
  kindOfEntry,
  listCreated,
  placeFiles,
  removeFiles,
  stagingOf,
} from './restored-files-service.ts'

export interface RestoreTarget extends Folders {
  /** Without tables. */
  db: Db
  recordRestore: RecordRestore
}

export interface RestoreOptions {
  file: string
  key: ArchiveKey | undefined
  /** Returns the last number issued in each series, also in series that the backup lacks. */
  askLastReceipts(info: ArchiveInfo): Promise<readonly LastReceipt[]>
}

export interface RestoreReport {
  info: ArchiveInfo
  files: number
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
  try {
    const unfinished = findUnfinishedRestore(target.dataDir)
    if (unfinished && (await isFilled(target.db, unfinished, options.file))) {
      await finish(target)
      return undefined
    }
    await assertUnfilled(target.db)
    if (!unfinished) await assertEmpty(target)
    const unpacked = await unpack(target, options)
    return await placeAndFill(target, options.file, unpacked, unfinished)
  } catch (error) {
    throw explain(options.file, error)
  }
}

/** Whether a restore has filled the database. Throws StartError if it was that of another file. */
async function isFilled(db: Db, { id }: UnfinishedRestore, file: string): Promise<boolean> {
  if (!(await tableNames(db)).includes('backups')) return false
  const restored = await findRestoredFile(db, id)
  if (restored === undefined || restored === file) return restored !== undefined
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
  const obstacle = await findObstacle(target)
  if (obstacle !== undefined) throw notEmpty(`${obstacle} exists`)
}

function notEmpty(reason: string): StartError {
  return new StartError(
    `A backup can only be restored into an empty place, but ${reason}: use an empty DATA_DIR, KEYS_DIR and DATABASE_URL.`,
  )
}

interface Unpacked {
  info: ArchiveInfo
  /** The names of the entries that are of use. */
  names: readonly string[]
  lastReceipts: readonly LastReceipt[]
}

/** Unpacks and checks the archive in a folder of its own, and asks. */
async function unpack(target: RestoreTarget, { file, key, askLastReceipts }: RestoreOptions): Promise<Unpacked> {
  const staging = stagingOf(target)
  await rm(staging, { recursive: true, force: true })
  try {
    const isOfUse = (name: string) => kindOfEntry(name) !== 'other'
    const { info, entries } = await readArchive(file, {
      key,
      targetOf: (name) => (isOfUse(name) ? join(staging, name) : undefined),
      folder: staging,
    })
    const lastReceipts = await askLastReceipts(info)
    assertNoneRepeated(info, lastReceipts)
    return { info, names: entries.map(({ name }) => name).filter(isOfUse), lastReceipts }
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
  file: string,
  { info, names, lastReceipts }: Unpacked,
  unfinished: UnfinishedRestore | undefined,
): Promise<RestoreReport> {
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
    await placeFiles(names, info, target)
    const plainFile = join(stagingOf(target), DATABASE_ENTRY)
    const voided = await fillDatabase(db, { info, plainFile, id: restore.id, file, lastReceipts, recordRestore })
    const isHistoryWhole = await hasHead(db, info)
    await finish(target)
    return { info, files: names.length - 1, voided, isHistoryWhole }
  } catch (error) {
    // If the database is away, it may be filled: the next call decides.
    if (await isUnfilled(db)) {
      await undo(target, restore).catch(() => undefined)
      await rm(stagingOf(target), { recursive: true, force: true })
    }
    throw error
  }
}

function isUnfilled(db: Db): Promise<boolean> {
  return tableNames(db).then(
    (tables) => tables.length === 0,
    () => false,
  )
}

async function hasHead(db: Db, { history }: ArchiveInfo): Promise<boolean> {
  return !history || history.n === 0 || (await findRow(db, history.n))?.mac === history.mac
}

/** The mark goes last: without it a server may start. */
async function finish(target: RestoreTarget): Promise<void> {
  await markFolder(target.db, target.dataDir)
  await rm(stagingOf(target), { recursive: true, force: true })
  await removeRestoreMark(target.dataDir)
}

/** Empties a place whose database has no tables. */
async function undo(target: RestoreTarget, { created }: UnfinishedRestore): Promise<void> {
  await removeFiles(created, target)
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
