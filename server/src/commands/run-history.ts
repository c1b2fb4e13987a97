import { existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'
import { withDatabaseBeside } from '../db/database.ts'
import { type Db, readSnapshot } from '../db/db.ts'
import { headFile, loadKey } from '../keys/key-file.ts'
import { readArchive } from '../resources/backups/archive/archive.ts'
import type { ArchiveKey } from '../resources/backups/archive/encryption.ts'
import { describeBreak } from '../resources/history/history-chain.ts'
import { checkHistory, eraseHistory, findHeadBreak } from '../resources/history/history-check-service.ts'
import { adoptHeadFile, advanceKeptHead, readKeptHead } from '../resources/history/history-head-service.ts'
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
    const headBreak = await findHeadBreak(db, key, kept)
    const options = { key, head: kept }
    const { rows, firstBreak } = await readSnapshot(db, (snapshot) => checkHistory(snapshot, options))
    if (headBreak) print(describeBreak(headBreak))
    else if (kept?.seal === undefined) print('The head file is of an earlier version, and has no seal.')
    if (firstBreak) print(`${describeBreak(firstBreak)} Rows before it that are whole: ${rows}.`)
    else print(headBreak ? `Rows that are whole: ${rows}.` : `The history is whole. Rows: ${rows}.`)
    const hasAll = await hasRowsOf(db, backup, print)
    return hasAll && !headBreak && !firstBreak
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
 * Returns false, and changes nothing, if a row other than `brokenRow` is the first broken one, if the
 * backup has more, or if the kept head is right. A broken row stays so, and is recorded.
 */
export async function runHistoryAccept(
  config: Settings,
  print: (line: string) => void,
  { brokenRow, ...backup }: Backup & { brokenRow?: number | undefined } = {},
): Promise<boolean> {
  return withDatabaseBeside(config, async (db) => {
    const key = await loadKey(config.keysDir, 'history', { mayCreate: false })
    const kept = await readKeptHead(db, config.keysDir)
    const { firstBreak } = await readSnapshot(db, (snapshot) => checkHistory(snapshot, { key, head: null }))
    if (firstBreak) print(describeBreak(firstBreak))
    else if (brokenRow !== undefined) print('No row is broken.')
    const hasAll = await hasRowsOf(db, backup, print)
    const isRight = kept && !(await findHeadBreak(db, key, kept)) && (await hasRow(db, kept))
    if (isRight) print('The kept head is right: there is nothing to accept.')
    if (firstBreak?.n !== brokenRow || !hasAll || isRight) return false
    const history = await openHistory(db, config.keysDir)
    const recorder = history.from({ actor: null, command: 'history:verify' })
    const details = { historyRows: (await findHead(db)).n, replacedRows: kept?.n ?? null, brokenRow }
    await db
      .transaction()
      .execute((transaction) =>
        recorder.record(transaction, { action: 'history.end-accepted', recordKind: 'history', recordId: '', details }),
      )
    const head = headFile(config.keysDir)
    if (existsSync(head)) await copyFile(head, `${head}.${new Date().toISOString().replace(/[:.]/g, '-')}`)
    await advanceKeptHead(db, config.keysDir, history.key)
    await adoptHeadFile(db, config.keysDir, history.key)
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
