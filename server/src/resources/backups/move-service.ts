import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Db, readSnapshot } from '../../db/db.ts'
import { assertMigrated } from '../../db/migrate.ts'
import { StartError } from '../../errors.ts'
import { isServerRunning } from '../../jobs/periodic-task-store.ts'
import { newPartName } from '../../media/disk-files.ts'
import type { FileStore } from '../../media/file-store.ts'
import { VERSION } from '../../version.ts'
import { describeBreak } from '../history/history-chain.ts'
import { DATABASE_ENTRY } from './archive/archive.ts'
import { assertHasKeys, copyDatabase, readHistoryEnd, readKeyAttachments } from './backup-service.ts'
import { COPIED_TABLES } from './backup-tables.ts'
import type { RecordRestore } from './fill-service.ts'
import { fillPlace, MOVE, type RestoreTarget, stagingOf, type Unpacked } from './restore-service.ts'
import { digestTables, type TableDigest } from './table-copy-store.ts'

export interface MoveSource {
  db: Db
  keysDir: string
  store: FileStore
}

interface MoveReport {
  rows: number
  files: number
  /** Stored paths that rows name, but whose file is missing at the source. */
  missing: readonly string[]
}

/** Files that are copied at the same time. */
const FILES_AT_ONCE = 8

/**
 * Copies a stopped installation into an empty place, which must be locked, and compares
 * both: each table in the transaction that fills it, each file as it is read back. Changes nothing at
 * the source. A new call starts over after a kill, or returns undefined if only the last step was
 * left. Throws StartError.
 */
export async function moveInstallation(source: MoveSource, target: RestoreTarget): Promise<MoveReport | undefined> {
  const digests = await readSnapshot(source.db, (snapshot) => digestTables(snapshot, COPIED_TABLES))
  const digest = createHash('sha256').update(JSON.stringify([...digests]))
  let missing: readonly string[] = []
  const recordRestore: RecordRestore = async (transaction, ...rest) => {
    assertSame(digests, await digestTables(transaction, COPIED_TABLES))
    await target.recordRestore(transaction, ...rest)
  }
  const report = await fillPlace(
    { ...target, recordRestore },
    {
      file: `${MOVE}${digest.digest('hex')}`,
      async unpack() {
        const unpacked = await copyToStaging(source, target)
        missing = unpacked.missing
        return unpacked
      },
      async putMedia(paths) {
        for (let from = 0; from < paths.length; from += FILES_AT_ONCE)
          await copyFiles(source.store, target, paths.slice(from, from + FILES_AT_ONCE))
      },
    },
  )
  if (!report) return undefined
  const rows = [...digests.values()].reduce((sum, each) => sum + each.rows, 0)
  return { rows, files: report.files, missing }
}

/** Throws StartError unless an installation of this version was stopped in an orderly way. */
export async function assertStopped(db: Db): Promise<void> {
  await assertMigrated(db)
  if (await isServerRunning(db))
    throw new StartError('A server uses the database, or did so within the last minute: stop all servers, and wait.')
  if (await db.selectFrom('pending_files').select('path').limit(1).executeTakeFirst())
    throw new StartError(
      'Files are still to be added or deleted: start the server, stop it after some minutes, and move then.',
    )
}

async function copyToStaging(
  { db, keysDir, store }: MoveSource,
  target: RestoreTarget,
): Promise<Unpacked & { missing: string[] }> {
  const staging = stagingOf(target)
  await rm(staging, { recursive: true, force: true })
  try {
    await mkdir(join(staging, 'keys'), { recursive: true, mode: 0o700 })
    const end = await readHistoryEnd(db, keysDir)
    if (end.endBreak)
      throw new StartError(
        `The history may lack its end. ${describeBreak(end.endBreak)} Run npm run history:verify before a move.`,
      )
    const keys = await readKeyAttachments(keysDir)
    for (const { name, content } of keys) await writeFile(join(staging, name), content, { mode: 0o600 })
    const file = join(staging, DATABASE_ENTRY)
    const { info, paths } = await readSnapshot(db, (snapshot) => copyDatabase(snapshot, file, end))
    assertHasKeys(info, keys)
    const found = await store.find(paths)
    const names = [DATABASE_ENTRY, ...keys.map(({ name }) => name), ...[...found.keys()].map((path) => path.slice(1))]
    const missing = paths.filter((path) => !found.has(path))
    return { info: { ...info, version: VERSION, entries: names.length, bytes: 0 }, names, lastReceipts: [], missing }
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    throw error
  }
}

async function copyFiles(source: FileStore, target: RestoreTarget, paths: readonly string[]): Promise<void> {
  const copies = await Promise.all(
    paths.map((path) =>
      source.withLocalFile(path, async (file) => {
        const from = join(stagingOf(target), newPartName())
        await copyFile(file, from)
        return { from, path, sha256: await hashOf(createReadStream(file)) }
      }),
    ),
  )
  await target.store.put(copies)
  await Promise.all(
    copies.map(async ({ path, sha256 }) => {
      if ((await hashOf(target.store.read(path))) !== sha256)
        throw new StartError(`The file ${path} differs between the source and the target of the move.`)
    }),
  )
}

async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

function assertSame(source: ReadonlyMap<string, TableDigest>, target: ReadonlyMap<string, TableDigest>): void {
  for (const [table, { rows, sha256 }] of source) {
    const found = target.get(table)
    if (found?.rows === rows && found.sha256 === sha256) continue
    throw new StartError(
      `The table ${table} differs between the source (${rows} rows) and the target (${found?.rows ?? 0} rows) of the move.`,
    )
  }
}
