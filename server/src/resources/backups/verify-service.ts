import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { explainFailure, openTemporaryDatabase } from '../../db/database.ts'
import { type Db, tableNames } from '../../db/db.ts'
import { reasonOf, StartError } from '../../errors.ts'
import { parseKey } from '../../keys/key-file.ts'
import { newPartName } from '../../media/disk-files.ts'
import { listSecrets } from '../accounts/second-step/second-step-store.ts'
import { opensAny } from '../accounts/second-step/stored-codes.ts'
import { describeBreak } from '../history/history-chain.ts'
import { checkHistory, isCopyOf } from '../history/history-check-service.ts'
import { type ArchiveInfo, DATABASE_ENTRY, lacksHead, readArchive } from './archive/archive.ts'
import type { ArchiveKey } from './archive/encryption.ts'
import { missingKeys } from './backup-tables.ts'
import { fillDatabase } from './fill-service.ts'
import { listPaths } from './named-files-service.ts'
import { HEAD_WAS_BROKEN, kindOfEntry } from './restore-service.ts'
import { type DonationSum, listSeries, sumDonations } from './table-copy-store.ts'

export interface VerifyReport {
  info: ArchiveInfo
  files: number
  bytes: number
  /** How the archive differs from what it states, one sentence each. Empty for a good backup. */
  findings: readonly string[]
  /** Stored paths that rows name, but that the archive lacks. */
  missing: readonly string[]
  /** Stored paths of files that were damaged before the backup. */
  damaged: readonly string[]
  /** What is wrong with the end of the history. */
  end: readonly string[]
  /** Broken rows of the history and unused receipt numbers, if the source has them too or is not known. */
  warnings: readonly string[]
}

/** Returns all that a person should read about a backup. */
export function allFindings({ findings, missing, damaged, end, warnings }: VerifyReport): string[] {
  return [
    ...findings,
    ...missing.map((path) => `A row names ${path}, which is missing.`),
    ...damaged.map((path) => `${path} was damaged before the backup.`),
    ...end,
    ...warnings,
  ]
}

/**
 * Reads the whole archive, and restores its rows into an SQLite database in `folder`, which it creates
 * and removes. Compares counts, sums, receipt series, files, keys and the history, and what is wrong in
 * them with `source`, the database that was backed up. Throws StartError if the archive cannot be
 * restored, or if that cannot be tried here.
 */
export async function verifyBackup(
  file: string,
  key: ArchiveKey | undefined,
  { folder = join(tmpdir(), newPartName()), source }: { folder?: string; source?: Db } = {},
): Promise<VerifyReport> {
  try {
    await mkdir(folder, { mode: 0o700 })
    return await tryRestore(file, key, { folder, source })
  } catch (error) {
    throw explain(file, folder, error)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function tryRestore(
  file: string,
  key: ArchiveKey | undefined,
  { folder, source }: { folder: string; source: Db | undefined },
): Promise<VerifyReport> {
  const targetOf = (name: string) => (kindOfEntry(name) === 'database' ? join(folder, name) : undefined)
  // A kill would leave a key that was unpacked.
  const isText = (name: string) => kindOfEntry(name) === 'key'
  const { info, entries, damaged, texts } = await readArchive(file, { key, targetOf, isText, folder })
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
  const db = openTemporaryDatabase(join(folder, 'restored.sqlite'))
  try {
    await fillDatabase(db, { info, plainFile: join(folder, DATABASE_ENTRY), id: 'verify', file, lastReceipts: [] })
    const names = entries.map(({ name }) => name)
    const stored = new Set(names.map((name) => `/${name}`))
    const series = await compareSeries(db, info, source)
    const history = await findBreak(db, { info, texts, source })
    return {
      info,
      files: entries.length - 1,
      bytes,
      findings: [
        ...(await compareSums(db, info)),
        ...series.findings,
        ...missingKeys(info.tables, names).map((name) => `${name} is missing, without which the backup is of no use.`),
        ...history.findings,
        ...(await tryTwoStepKey(db, texts)),
      ],
      missing: (await listPaths(db)).filter((path) => !stored.has(path)),
      damaged: damaged.map((name) => `/${name}`),
      end: history.end,
      warnings: [...series.gaps, ...history.rows],
    }
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

async function compareSeries(
  db: Db,
  info: ArchiveInfo,
  source: Db | undefined,
): Promise<{ findings: string[]; gaps: string[] }> {
  const restored = await listSeries(db)
  // Receipts that were issued meanwhile change no gap. An earlier version has no void numbers.
  const hasVoids = source && (await tableNames(source)).includes('void_receipts')
  const present = hasVoids ? await listSeries(source) : undefined
  const [findings, gaps]: [string[], string[]] = [[], []]
  for (const name of new Set([...restored, ...info.receipts].map(({ series }) => series))) {
    const { lastNumber = 0, receipts = 0, voided = 0 } = restored.find(({ series }) => series === name) ?? {}
    const stated = info.receipts.find(({ series }) => series === name)?.lastNumber ?? 0
    if (stated !== lastNumber)
      findings.push(`Receipts ${name}: the last number is ${lastNumber}, but it was ${stated}.`)
    const gap = lastNumber - receipts - voided
    if (gap === 0) continue
    const there = present?.find(({ series }) => series === name)
    const isOfSource = !present || (there && there.lastNumber - there.receipts - there.voided === gap)
    const list = isOfSource ? gaps : findings
    list.push(`Receipts ${name}: ${receipts} and ${voided} void numbers, but the last number is ${lastNumber}.`)
  }
  return { findings, gaps }
}

type Texts = ReadonlyMap<string, string>

async function findBreak(
  db: Db,
  { info, texts, source }: { info: ArchiveInfo; texts: Texts; source: Db | undefined },
): Promise<Record<'findings' | 'end' | 'rows', string[]>> {
  const text = texts.get('keys/history.key')
  const end = lacksHead(info) ? [HEAD_WAS_BROKEN] : []
  if (text === undefined) return { findings: [], end, rows: [] }
  const key = parseKey(text)
  if (!key) return { findings: ['keys/history.key is damaged.'], end, rows: [] }
  const { breaks, firstBreak } = await checkHistory(db, { key, head: info.history ?? null })
  const sentencesOf = (isEnd: boolean) => breaks.filter(({ kind }) => (kind === 'cut-off') === isEnd).map(describeBreak)
  const [ends, rows] = [[...end, ...sentencesOf(true)], sentencesOf(false)]
  const isOfSource = firstBreak?.kind !== 'other-key' && (rows.length === 0 || !source || (await isCopyOf(db, source)))
  return isOfSource ? { findings: [], end: ends, rows } : { findings: rows, end: ends, rows: [] }
}

async function tryTwoStepKey(db: Db, texts: Texts): Promise<string[]> {
  const text = texts.get('keys/two-step.key')
  const key = text === undefined ? undefined : parseKey(text)
  if (text === undefined || (key && opensAny(key, await listSecrets(db)))) return []
  return [
    'keys/two-step.key does not open the secrets of two-step sign-in, so that a restored server does not start. If the key is right, the secrets are damaged: end it for their accounts with npm run admin:reset -- --two-step-off.',
  ]
}
