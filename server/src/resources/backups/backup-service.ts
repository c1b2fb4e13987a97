import { existsSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { type Db, isPostgres, liftTimeouts, readSnapshot, tableNames } from '../../db/db.ts'
import { newId } from '../../db/id.ts'
import { listApplied } from '../../db/migrate.ts'
import { reasonOf, StartError } from '../../errors.ts'
import { isKeyFileName, loadKey } from '../../keys/key-file.ts'
import { deleteLeftoverParts, emptyIfMissing, errorCode, newPartName, syncFolder } from '../../media/disk-files.ts'
import { DamagedFileError, type FileStore, RemoteStoreError, type StoredFile } from '../../media/file-store.ts'
import { VERSION } from '../../version.ts'
import { findDaysZone } from '../donations/local-day-store.ts'
import { describeBreak, type HistoryBreak, type HistoryHead, isEndUnchecked } from '../history/history-chain.ts'
import { findCutOff, findHeadBreak } from '../history/history-check-service.ts'
import { readHeadFile, readKeptHead } from '../history/history-head-service.ts'
import type { Recorder } from '../history/history-service.ts'
import { findHead, hasRow } from '../history/history-store.ts'
import { LEASE_MS } from '../media-files/running-backup-store.ts'
import { type ArchiveInfo, DATABASE_ENTRY, FORMAT, type Source, writeArchive } from './archive/archive.ts'
import { type ArchiveKey, withIdentity } from './archive/encryption.ts'
import { type BackupRow, endBackup, insertBackup, renewBackup } from './backup-store.ts'
import { COPIED_TABLES, missingKeys, TABLE_BEFORE_HISTORY } from './backup-tables.ts'
import { addTable, createPlainDatabase, finishPlainDatabase } from './database/plain-database.ts'
import { namedFiles } from './named-files-service.ts'
import { listColumns, listLastNumbers, measureTables, readRows, sumDonations } from './table-copy-store.ts'
import { verifyBackup } from './verify-service.ts'

export interface BackupOptions {
  /** The new file. */
  file: string
  kind: Exclude<BackupRow['kind'], 'restore'>
  key: ArchiveKey | undefined
  dataDir: string
  store: FileStore
  /** Small files beside database and media, by the name of their entry. */
  attachments: readonly { name: string; content: Uint8Array }[]
  /** The kept head of the history, read before this call. */
  keptHead: HistoryHead | null
  /** How the end of the history is broken: the kept head, or rows that it knows. */
  endBreak: HistoryBreak | null
  /** Throws, and leaves no file, if the archive differs from the database. */
  isStrict?: boolean
}

interface BackupReport {
  bytes: number
  rows: number
  files: number
  /** Stored paths that rows name, but whose file is missing or cannot be read. */
  missing: readonly string[]
  /** Stored paths whose file is in the backup, but is not what was once stored. */
  damaged: readonly string[]
  /** Why the backup is not a good one, although it can be restored. */
  problem: string | null
  /** What was compared with the database and is wrong there too, so that the backup is a good one nevertheless. */
  warnings: readonly string[]
}

/**
 * Writes a backup of a database that may be in use, and of its files. Meanwhile no file is deleted,
 * so that every row of the snapshot has its file. The file gets its name when it is whole, on the disk
 * and could be restored. Throws StartError, and leaves no file, if it cannot be written or restored.
 */
export async function createBackup(db: Db, options: BackupOptions): Promise<BackupReport> {
  const { file, kind } = options
  const id = newId()
  assertNew(file)
  // Before an update from a version without this table. A file that its server deletes meanwhile, because
  // it was not stopped, fails the backup or is reported as missing.
  if (!(await tableNames(db)).includes('backups')) return writeBackup(db, NO_LEASE, options)
  await insertBackup(db, { id, kind, file, aliveUntil: new Date(Date.now() + LEASE_MS) })
  const lease = startLease(db, id)
  try {
    const report = await writeBackup(db, lease, options)
    return await recordResult(db, id, report)
  } catch (error) {
    const failure = explain(file, error)
    // If the database is away, the lease ends by its time.
    await endBackup(db, id, { error: reasonOf(failure) }).catch(() => undefined)
    throw failure
  } finally {
    lease.stop()
  }
}

function assertNew(file: string): void {
  if (existsSync(file)) throw new StartError(`${file} exists already: choose another name for the backup.`)
}

/** The file is whole by now, so a failure must not read as if there were none. */
async function recordResult(db: Db, id: string, report: BackupReport): Promise<BackupReport> {
  try {
    await endBackup(db, id, { bytes: report.bytes, error: report.problem })
    return report
  } catch (error) {
    return { ...report, problem: `The backup was written, but cannot be recorded: ${reasonOf(error)}.` }
  }
}

async function writeBackup(db: Db, lease: Lease, options: BackupOptions): Promise<BackupReport> {
  const { file, dataDir, attachments } = options
  const key = options.key && (await withIdentity(options.key))
  // Not beside the archive, whose folder may be another machine's.
  const staging = join(dataDir, 'tmp')
  const [part, databasePart] = [join(dirname(file), newPartName()), join(staging, newPartName())]
  try {
    await mkdir(staging, { recursive: true })
    for (const folder of [dirname(file), staging]) await deleteLeftoverParts(folder)
    const databaseBytes = await measureTables(db, COPIED_TABLES)
    await assertSpace(staging, databaseBytes)
    const { info, paths } = await readSnapshot(db, (snapshot) => copyDatabase(snapshot, databasePart, options))
    assertHasKeys(info, attachments)
    const sources = await listSources(databasePart, options)
    const found = await options.store.find(paths)
    const missing = paths.filter((path) => !found.has(path))
    const bytes = [...sources, ...found.values()].reduce((sum, source) => sum + source.bytes, 0)
    await assertSpace(dirname(file), bytes)
    await writeArchive(part, key, {
      info: { ...info, version: VERSION, entries: sources.length + found.size, bytes },
      sources: withFiles(sources, found, options, (path) => missing.push(path)),
      assertValid: lease.assertValid,
    })
    await rm(databasePart)
    const folder = join(staging, newPartName())
    // For the tables as they are in the archive, and for a database of them.
    await assertSpace(staging, (sources[0]?.bytes ?? 0) + databaseBytes)
    const report = await verifyBackup(part, key, { folder, source: db }).catch((error: unknown) => {
      const reason = reasonOf(error).replaceAll(part, file).replaceAll(`${folder}${sep}`, '')
      throw new StartError(`The new backup failed its check and was deleted. ${reason}.`)
    })
    const findings = [
      ...report.findings,
      ...(options.endBreak ? [] : report.end),
      ...report.missing.flatMap((path) => (missing.includes(path) ? [] : `${path} is missing in it.`)),
    ]
    if (options.isStrict && findings.length > 0) throw new StartError(findings.join(' '))
    const { size } = await stat(part)
    await place(part, file)
    const rows = Object.values(info.tables).reduce((sum, count) => sum + count, 0)
    const { files, damaged, warnings } = report
    const problem = problemOf({ missing, damaged }, options.endBreak, findings)
    return { bytes: size, rows, files, missing, damaged, problem, warnings }
  } finally {
    await rm(part, { force: true })
    await rm(databasePart, { force: true })
  }
}

async function place(part: string, file: string): Promise<void> {
  assertNew(file)
  // A rename would replace a file of the same moment. Some file systems have no links.
  await link(part, file).catch((error: unknown) => {
    if (errorCode(error) === 'EEXIST') throw error
    return rename(part, file)
  })
  await syncFolder(dirname(file)).catch(async (error: unknown) => {
    await rm(file).catch(() => undefined)
    throw error
  })
}

async function assertSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const megabytes = (count: number) => Math.round(count / 1e6)
  if (bytes <= bavail * bsize) return
  throw new StartError(
    `The backup needs ${megabytes(bytes)} MB, but only ${megabytes(bavail * bsize)} MB are free in ${folder}.`,
  )
}

type SnapshotInfo = Omit<ArchiveInfo, 'version' | 'entries' | 'bytes'>

export function assertHasKeys({ tables }: SnapshotInfo, attachments: BackupOptions['attachments']): void {
  const [missing] = missingKeys(
    tables,
    attachments.map(({ name }) => name),
  )
  if (missing === undefined) return
  throw new StartError(
    `The backup would lack ${missing}, without which it is of no use: set KEYS_DIR as the server has it.`,
  )
}

function problemOf(
  { missing, damaged }: Pick<BackupReport, 'missing' | 'damaged'>,
  endBreak: HistoryBreak | null,
  findings: readonly string[],
): string | null {
  const problems = [
    ...(missing.length > 0
      ? [`files are missing (${missing.length}), such as ${missing[0]}: run npm run media:check.`]
      : []),
    ...(damaged.length > 0 ? [`files are damaged (${damaged.length}), such as ${damaged[0]}: add them again.`] : []),
    ...(endBreak ? [`its history may lack its end. ${describeBreak(endBreak)} Run npm run history:verify.`] : []),
    ...(findings.length > 0 ? [`something in it is wrong. ${findings.join(' ')}`] : []),
  ]
  return problems.length > 0 ? `The backup was written, but ${problems.join(' And ')}` : null
}

/** Reads the kept head of the history, and compares it with the history. */
export async function readHistoryEnd(db: Db, keysDir: string): Promise<Pick<BackupOptions, 'keptHead' | 'endBreak'>> {
  const names = await tableNames(db)
  const keptHead = await (names.includes('history_head') ? readKeptHead(db, keysDir) : readHeadFile(keysDir))
  // Before the first start there is no key, in an earlier version perhaps no history. One that cannot be
  // read fails `readKeyAttachments`, and the verification reports a damaged one.
  const key = await loadKey(keysDir, 'history', { mayCreate: false }).catch(() => null)
  if (!key || !names.includes('history')) return { keptHead, endBreak: null }
  return {
    keptHead,
    endBreak: (await findHeadBreak(db, key, keptHead)) ?? (keptHead && (await findCutOff(db, keptHead))),
  }
}

/**
 * Copies the rows of this or an earlier schema into a new SQLite file. Returns the stored paths that
 * they name.
 */
export async function copyDatabase(
  snapshot: Db,
  file: string,
  { keptHead, endBreak }: Pick<BackupOptions, 'keptHead' | 'endBreak'>,
): Promise<{ info: SnapshotInfo; paths: string[] }> {
  await liftTimeouts(snapshot)
  const present = new Set(await tableNames(snapshot))
  const isBeforeHistory = !present.has('history')
  // With rows in the history, such a table is of the operator.
  if (present.has(TABLE_BEFORE_HISTORY) && !isBeforeHistory && (await findHead(snapshot)).n === 0)
    throw new StartError(
      'The database has entries of an earlier version (table "audit"): start SevaDesk once, before an update in the version that it has, then back up.',
    )
  const createdAt = new Date().toISOString()
  const plain = createPlainDatabase(file)
  const tables: Record<string, number> = {}
  const named = namedFiles()
  try {
    for (const name of isBeforeHistory ? [...COPIED_TABLES, TABLE_BEFORE_HISTORY] : COPIED_TABLES) {
      if (!present.has(name)) continue
      const columns = await listColumns(snapshot, name)
      const insert = addTable(plain, { name, columns })
      let count = 0
      for await (const rows of readRows(snapshot, name, columns)) {
        insert(rows)
        count += rows.length
        named.add(name, rows)
      }
      tables[name] = count
    }
    finishPlainDatabase(plain)
  } catch (error) {
    plain.close()
    throw error
  }
  const isUnchecked = endBreak !== null && isEndUnchecked([endBreak])
  const info = {
    format: FORMAT,
    engine: isPostgres(snapshot) ? ('PostgreSQL' as const) : ('SQLite' as const),
    createdAt,
    migrations: await listApplied(snapshot),
    timeZone: present.has('local_days') ? await findDaysZone(snapshot) : null,
    tables,
    donations: await sumDonations(snapshot),
    receipts: await listLastNumbers(snapshot),
    ...(!isBeforeHistory && !isUnchecked && { history: await findNewestHead(snapshot, keptHead) }),
  }
  return { info, paths: named.list() }
}

/** If the end of the history was cut off, the kept head is the one that knows it. */
async function findNewestHead(snapshot: Db, keptHead: HistoryHead | null): Promise<HistoryHead> {
  return !keptHead || (await hasRow(snapshot, keptHead)) ? findHead(snapshot) : { n: keptHead.n, mac: keptHead.mac }
}

/** Reads the keys as attachments of a backup. */
export async function readKeyAttachments(keysDir: string): Promise<BackupOptions['attachments']> {
  const names = (await readdir(keysDir).catch(emptyIfMissing)).filter(isKeyFileName)
  return Promise.all(
    names.map(async (name) => ({ name: `keys/${name}`, content: await readFile(join(keysDir, name)) })),
  )
}

export type TakenBackup = { file: string; isEncrypted: boolean }

/** Records in the history that a backup was taken. */
export function recordTaken(db: Db, recorder: Recorder, details: TakenBackup): Promise<void> {
  const entry = { action: 'backup.taken', recordKind: 'backup', recordId: '', details } as const
  return db.transaction().execute((transaction) => recorder.record(transaction, entry))
}

async function listSources(databaseFile: string, { attachments }: BackupOptions): Promise<Source[]> {
  const { size } = await stat(databaseFile)
  const others = attachments.map(({ name, content }) => ({ name, content, bytes: content.length }))
  return [{ name: DATABASE_ENTRY, file: databaseFile, bytes: size }, ...others]
}

/**
 * Yields the sources, then each file, with a local copy of a remote one. Leaves out a file that cannot
 * be read, and calls `leaveOut`.
 */
async function* withFiles(
  sources: readonly Source[],
  files: ReadonlyMap<string, StoredFile>,
  { dataDir, store }: BackupOptions,
  leaveOut: (path: string) => void,
): AsyncGenerator<Source> {
  yield* sources
  const part = join(dataDir, 'tmp', newPartName())
  try {
    for (const [path, file] of files) {
      const name = path.slice(1)
      if ('file' in file) {
        yield { name, ...file }
        continue
      }
      const state = await fetchFile(store, file, part)
      if (state === 'unreadable') leaveOut(path)
      else yield { name, file: part, bytes: (await stat(part)).size, isDamaged: state === 'damaged' }
    }
  } finally {
    await rm(part, { force: true })
  }
}

/** Throws RemoteStoreError if the whole storage fails, not this file alone. */
async function fetchFile(
  store: FileStore,
  file: { read(): AsyncIterable<Uint8Array> },
  to: string,
  isRepeated = false,
): Promise<'whole' | 'damaged' | 'unreadable'> {
  try {
    await writeFile(to, file.read(), { mode: 0o600 })
    return 'whole'
  } catch (error) {
    if (error instanceof DamagedFileError) return 'damaged'
    if (errorCode(error) === 'ENOENT') return 'unreadable'
    if (!(error instanceof RemoteStoreError)) throw error
    if (!isRepeated) return fetchFile(store, file, to, true)
    await store.shared?.readMark()
    return 'unreadable'
  }
}

function explain(file: string, error: unknown): unknown {
  if (error instanceof StartError || !(error instanceof Error && 'syscall' in error)) return error
  return new StartError(`The backup ${file} could not be written: ${reasonOf(error)}.`)
}

const RENEW_EVERY_MS = 60_000

/** A backup that takes longer, in milliseconds, is given up: its disk or network hangs. */
export const LONGEST_BACKUP_MS = 20 * 60 * 60_000

export interface Lease {
  /** Throws StartError if the lease has ended, so that files may have been deleted. */
  assertValid(): void
  stop(): void
}

const NO_LEASE: Lease = { assertValid: () => undefined, stop: () => undefined }

/** Renews the lease of a backup until `stop`. */
export function startLease(db: Db, id: string): Lease {
  const [startTime, startTicks] = [Date.now(), performance.now()]
  let validUntil = startTime + LEASE_MS
  let isLost = false

  function checkClock(): void {
    const elapsed = performance.now() - startTicks
    // To a server whose clock was set back so far, the lease ends too late to be a real one.
    const isSetBack = Date.now() - startTime < elapsed - LEASE_MS / 2
    if (isSetBack || elapsed > LONGEST_BACKUP_MS) isLost = true
  }

  const timer = setInterval(async () => {
    checkClock()
    if (isLost) return
    const until = Date.now() + LEASE_MS
    // While the database is away, nobody can delete a file either.
    const isRenewed = await renewBackup(db, id, new Date(until)).catch(() => undefined)
    if (isRenewed) validUntil = until
    if (isRenewed === false) isLost = true
  }, RENEW_EVERY_MS)
  timer.unref()
  return {
    assertValid() {
      checkClock()
      if (!isLost && Date.now() < validUntil) return
      throw new StartError(
        'The backup took or paused for so long, or the clock changed so much, that files may have been deleted: start it again.',
      )
    },
    stop: () => clearInterval(timer),
  }
}
