import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Db, isPostgres, lockUntilCommit } from '../../db/db.ts'
import { reasonOf, StartError } from '../../errors.ts'
import { headFile } from '../../keys/key-file.ts'
import { errorCode, newPartName, syncFolder } from '../../media/disk-files.ts'
import { BEFORE_FIRST, type HistoryHead, type KeptHead, sealOf } from './history-chain.ts'
import * as store from './history-store.ts'

/**
 * Reads the kept head: the file, on PostgreSQL only what an earlier version left of it, else the row.
 * Returns null if there is none. Throws StartError.
 */
export async function readKeptHead(db: Db, keysDir: string): Promise<KeptHead | null> {
  return (await readHeadFile(keysDir)) ?? (isPostgres(db) ? store.findKeptHead(db) : null)
}

/** Returns null if there is no file, and a head with a wrong seal if it is damaged. Throws StartError. */
export async function readHeadFile(keysDir: string): Promise<KeptHead | null> {
  const file = headFile(keysDir)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null
    throw new StartError(`The file ${file} (KEYS_DIR) cannot be read: ${reasonOf(error)}.`)
  })
  if (text === null) return null
  try {
    const { n, mac, at, seal } = JSON.parse(text)
    if (Number.isSafeInteger(n) && typeof mac === 'string' && typeof at === 'string')
      return { n, mac, at, ...(seal !== undefined && { seal: String(seal) }) }
  } catch {}
  return { n: 0, mac: '', at: '', seal: '' }
}

/** Keeps another head, and returns it; a crash leaves the old one. `key` is the history's. */
export async function writeKeptHead(db: Db, keysDir: string, key: Buffer, { n, mac }: HistoryHead): Promise<KeptHead> {
  // As `appendRows` writes it. A backup may name a row that was cut off.
  const at = (await store.findTime(db, n)) ?? (n === 0 ? '' : new Date().toISOString())
  const head = { n, mac, at, seal: sealOf(key, { n, mac, at }) }
  if (isPostgres(db)) await store.replaceKeptHead(db, head)
  else await writeHeadFile(keysDir, head)
  return head
}

/**
 * Keeps the newest row as the head, and returns it; keeps what was kept, and returns null, if the
 * history lacks that row. Who writes SQL could cut off the end between two queries, so one query
 * finds both.
 */
export async function advanceKeptHead(
  db: Db,
  keysDir: string,
  key: Buffer,
  kept: HistoryHead = BEFORE_FIRST,
): Promise<KeptHead | null> {
  return db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, 'history')
    const newest = await store.findNewestBeside(transaction, kept)
    return newest && writeKeptHead(transaction, keysDir, key, newest)
  })
}

/**
 * Moves the head from the file of an earlier version, which must have been checked, to PostgreSQL's
 * row, and removes the file. Returns null if the history lacks the row that was kept.
 */
export async function adoptHeadFile(db: Db, keysDir: string, key: Buffer, kept: KeptHead): Promise<KeptHead | null> {
  const head = (await store.findKeptHead(db)) ?? (await advanceKeptHead(db, keysDir, key, kept))
  if (head) await rm(headFile(keysDir), { force: true })
  return head
}

async function writeHeadFile(keysDir: string, head: KeptHead): Promise<void> {
  const part = join(keysDir, newPartName())
  try {
    await writeFile(part, `${JSON.stringify(head)}\n`, { mode: 0o600, flag: 'wx', flush: true })
    await rename(part, headFile(keysDir))
  } finally {
    await rm(part, { force: true })
  }
  await syncFolder(keysDir)
}
