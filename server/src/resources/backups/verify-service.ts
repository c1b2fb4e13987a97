import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { explainFailure, openDatabaseToRestore } from '../../db/database.ts'
import type { Db } from '../../db/db.ts'
import { reasonOf, StartError } from '../../errors.ts'
import { loadKey } from '../../keys/key-file.ts'
import { describeBreak } from '../history/history-chain.ts'
import { checkHistory } from '../history/history-check-service.ts'
import { type ArchiveInfo, DATABASE_ENTRY, lacksHead, readArchive } from './archive/archive.ts'
import type { ArchiveKey } from './archive/encryption.ts'
import { listPaths } from './backup-service.ts'
import { missingKeys } from './backup-tables.ts'
import { fillDatabase } from './fill-service.ts'
import { HEAD_WAS_BROKEN, kindOfEntry } from './restore-service.ts'
import { type DonationSum, listSeries, sumDonations } from './table-copy-store.ts'

const HISTORY_KEY = 'keys/history.key'

export interface VerifyReport {
  info: ArchiveInfo
  files: number
  bytes: number
  /** One sentence each. Empty for a good backup. */
  findings: readonly string[]
}

/**
 * Reads the whole archive, restores its rows into a temporary SQLite database and compares counts,
 * sums, receipt series, files and the history. Throws StartError if it cannot be restored at all, or
 * if that cannot be tried here.
 */
export async function verifyBackup(file: string, key: ArchiveKey | undefined): Promise<VerifyReport> {
  const folder = join(tmpdir(), `sevadesk-verify-${randomUUID()}`)
  try {
    await mkdir(folder, { mode: 0o700 })
    return await tryRestore(file, key, folder)
  } catch (error) {
    throw explain(file, folder, error)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function tryRestore(file: string, key: ArchiveKey | undefined, folder: string): Promise<VerifyReport> {
  const isNeeded = (name: string) => ['database', 'key'].includes(kindOfEntry(name))
  const targetOf = (name: string) => (isNeeded(name) ? join(folder, name) : undefined)
  const { info, entries } = await readArchive(file, { key, targetOf, folder })
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
  const db = await openDatabaseToRestore({ dataDir: folder, databaseUrl: undefined })
  try {
    await fillDatabase(db, { info, plainFile: join(folder, DATABASE_ENTRY), id: 'verify', file, lastReceipts: [] })
    const names = entries.map(({ name }) => name)
    const findings = [
      ...(await compareSums(db, info)),
      ...(await findGaps(db, info)),
      ...(await findMissing(db, info, names)),
      ...(names.includes(HISTORY_KEY) ? await findBreak(db, info, folder) : []),
    ]
    return { info, files: entries.length - 1, bytes, findings }
  } finally {
    await db.destroy()
  }
}

function explain(file: string, folder: string, error: unknown): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error
  if ('syscall' in error || explainFailure(error) instanceof StartError) {
    return new StartError(`The backup could not be restored into the temporary folder ${folder}: ${reasonOf(error)}.`)
  }
  return new StartError(`The backup ${file} cannot be restored (${reasonOf(error)}): use another one.`)
}

async function compareSums(db: Db, info: ArchiveInfo): Promise<string[]> {
  const keyOf = ({ status, currency }: DonationSum) => JSON.stringify([status, currency])
  const restored = new Map((await sumDonations(db)).map((sum) => [keyOf(sum), sum]))
  const stated = new Map(info.donations.map((sum) => [keyOf(sum), sum]))
  return [...new Set([...restored.keys(), ...stated.keys()])].flatMap((key) => {
    const [is, was] = [restored.get(key), stated.get(key)]
    if (is?.count === was?.count && is?.amount === was?.amount) return []
    const { status, currency } = is ?? was ?? { status: null, currency: '' }
    return `Donations with status ${status ?? '(none)'} in ${currency}: ${textOf(is)}, but there were ${textOf(was)}.`
  })
}

function textOf(sum: DonationSum | undefined): string {
  return `${sum?.count ?? 0} of together ${((sum?.amount ?? 0) / 100).toFixed(2)}`
}

async function findGaps(db: Db, info: ArchiveInfo): Promise<string[]> {
  const restored = await listSeries(db)
  const series = new Set([...restored, ...info.receipts].map((each) => each.series))
  return [...series].flatMap((name) => {
    const { lastNumber = 0, receipts = 0, voided = 0 } = restored.find((each) => each.series === name) ?? {}
    const stated = info.receipts.find((each) => each.series === name)?.lastNumber ?? 0
    const gap =
      receipts + voided === lastNumber
        ? []
        : [`Receipts ${name}: ${receipts} and ${voided} void numbers, but the last number is ${lastNumber}.`]
    return stated === lastNumber
      ? gap
      : [...gap, `Receipts ${name}: the last number is ${lastNumber}, but it was ${stated}.`]
  })
}

async function findMissing(db: Db, { tables }: ArchiveInfo, names: readonly string[]): Promise<string[]> {
  const stored = new Set(names.map((name) => `/${name}`))
  const paths = (await listPaths(db)).filter((path) => !stored.has(path))
  return [
    ...missingKeys(tables, names).map((name) => `${name} is missing, without which the backup is of no use.`),
    ...paths.map((path) => `A row names ${path}, which is missing.`),
  ]
}

async function findBreak(db: Db, info: ArchiveInfo, folder: string): Promise<string[]> {
  const key = await loadKey(join(folder, 'keys'), 'history', { mayCreate: false })
  const { firstBreak } = await checkHistory(db, { key, head: info.history ?? null })
  const findings = lacksHead(info) ? [HEAD_WAS_BROKEN] : []
  return firstBreak ? [...findings, describeBreak(firstBreak)] : findings
}
