import { existsSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'
import { withDatabaseBeside } from '../db/database.ts'
import { type Db, isPostgres, readSnapshot } from '../db/db.ts'
import { StartError } from '../errors.ts'
import { headFile, loadKey } from '../keys/key-file.ts'
import { readArchive } from '../resources/backups/archive/archive.ts'
import type { ArchiveKey } from '../resources/backups/archive/encryption.ts'
import { describeBreak } from '../resources/history/history-chain.ts'
import { checkHistory, eraseHistory, findHeadBreak } from '../resources/history/history-check-service.ts'
import { advanceKeptHead, readKeptHead } from '../resources/history/history-head-service.ts'
import { END_ACCEPTED } from '../resources/history/history-rules.ts'
import { openHistory } from '../resources/history/history-service.ts'
import { findHead, hasRow } from '../resources/history/history-store.ts'

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'keysDir'>

/** A backup to compare with, if there is one. */
interface Backup {
  file?: string
  key?: ArchiveKey | undefined
}

/**
 * Reads the whole history and prints its first break. Returns whether it is whole, and has the rows
 * of the backup. Throws StartError if the database, the key or the backup cannot be read.
 */
export async function runHistoryVerify(
  config: Settings,
  print: (line: string) => void,
  backup: Backup = {},
): Promise<boolean> {
  return withDatabaseBeside(config, async (db) => {
    const key = await loadKey(config.keysDir, 'history', { mayCreate: false })
    // Before the snapshot, so that the snapshot has every row that the file knows.
    const kept = await readKeptHead(db, config.keysDir)
    const options = { key, head: kept }
    const check = await readSnapshot(db, (snapshot) => checkHistory(snapshot, options))
    const headBreak = await findHeadBreak(db, key, kept, check)
    const breaks = headBreak ? [headBreak, ...check.breaks] : check.breaks
    for (const found of breaks) print(describeBreak(found))
    if (!headBreak && kept?.seal === undefined) print('The head file is of an earlier version, and has no seal.')
    print(breaks.length > 0 ? `Rows that are whole: ${check.rows}.` : `The history is whole. Rows: ${check.rows}.`)
    const hasAll = await hasRowsOf(db, backup, print)
    return hasAll && breaks.length === 0
  })
}

/** Returns whether the database has the newest row that the backup names, if there is one to compare. */
async function hasRowsOf(db: Db, { file, key }: Backup, print: (line: string) => void): Promise<boolean> {
  if (file === undefined) return true
  const { info } = await readArchive(file, { key, targetOf: () => undefined, folder: dirname(file) })
  const { history: head, createdAt } = info
  if (!head?.n) {
    print(`The backup of ${createdAt} names no last row of the history: there is nothing to compare.`)
    return true
  }
  const hasAll = await hasRow(db, head)
  print(`The history ${hasAll ? 'has' : 'lacks'} row ${head.n}, the last of the backup of ${createdAt}.`)
  return hasAll
}

/**
 * Accepts the last row of the database as the end of the history: replaces the kept head, keeps an
 * old file, and records that. For a lost head, or a database that was replaced on purpose.
 * Returns false, and changes nothing, if another row than `brokenRow` is broken, if rows beside it are
 * lost, if the backup has more, or if the kept head is right. A broken row stays so, and is recorded.
 */
export async function runHistoryAccept(
  config: Settings,
  print: (line: string) => void,
  { brokenRow, ...backup }: Backup & { brokenRow?: number | undefined } = {},
): Promise<boolean> {
  return withDatabaseBeside(config, async (db) => {
    const key = await loadKey(config.keysDir, 'history', { mayCreate: false })
    const kept = await readKeptHead(db, config.keysDir)
    const options = { key, head: brokenRow === undefined ? null : kept, brokenRow }
    const { breaks, firstBreak, last } = await readSnapshot(db, async (snapshot) => ({
      ...(await checkHistory(snapshot, options)),
      last: await findHead(snapshot),
    }))
    for (const found of breaks) print(describeBreak(found))
    const isNamed = brokenRow === undefined || breaks.some(({ n }) => n === brokenRow)
    if (!isNamed) print(`Row ${brokenRow} is not broken.`)
    if (firstBreak) print('Find out what happened to it: docs/operations.md says when --broken-row accepts it.')
    const hasAll = await hasRowsOf(db, backup, print)
    const isRight = kept && !(await findHeadBreak(db, key, kept)) && (await hasRow(db, kept))
    if (isRight) print('The kept head is right: there is nothing to accept.')
    if (firstBreak || !isNamed || !hasAll || isRight) return false
    const history = await openHistory(db, config.keysDir)
    const recorder = history.from({ actor: null, command: 'history:verify' })
    const details = { historyRows: last.n, replacedRows: kept?.n ?? null, brokenRow }
    await db.transaction().execute(async (transaction) => {
      await recorder.record(transaction, { action: END_ACCEPTED, recordKind: 'history', recordId: '', details })
      if (!(await hasRow(transaction, last)))
        throw new StartError('The history lost rows during the check: nothing was accepted. Run it again.')
    })
    const head = headFile(config.keysDir)
    if (existsSync(head)) await copyFile(head, `${head}.${new Date().toISOString().replace(/[:.]/g, '-')}`)
    await advanceKeptHead(db, config.keysDir, history.key, last)
    if (isPostgres(db)) await rm(head, { force: true })
    print('The kept head was replaced, and the history says so. Restart the server.')
    return true
  })
}

/**
 * Removes what the history keeps about a record: names, addresses, devices, and the fields before
 * and after. Throws StartError for a kind of record whose history must be kept.
 */
export async function runHistoryErase(
  config: Settings,
  { kind, id }: { kind: string; id: string },
  print: (line: string) => void,
): Promise<void> {
  return withDatabaseBeside(config, async (db) => {
    const history = await openHistory(db, config.keysDir)
    const recorder = history.from({ actor: null, command: 'history:erase' })
    const count = await eraseHistory(db, recorder, kind, id)
    print(count > 0 ? `The values of ${count} entries were erased.` : 'The history has no values of this record.')
  })
}
