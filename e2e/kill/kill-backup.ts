import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Command, runCommand, startCommand } from './command.ts'
import { type ContentTarget, openContentTarget } from './content-client.ts'
import { auditCopiedReceipts, type ExpectedReceipts } from './copied-receipts.ts'
import { ExpectedContent } from './expected-content.ts'
import { type GiftDesk, openDesk } from './gift-desk.ts'
import { readContents } from './kill-content.ts'
import { wait } from './kill-moment.ts'
import { randomFrom } from './random.ts'
import { readReceiptRecords } from './receipt-audit.ts'
import { restoreCopy } from './restored-copy.ts'
import { type KillOptions, repeatRounds } from './rounds.ts'
import { failureOf, type Round, send } from './sender.ts'
import { noFailure, waitForJobs } from './wait-for-jobs.ts'

const NO_FIGURES = {
  rounds: 0,
  /** Writes acknowledged while backups were taken. */
  acknowledged: 0,
  /** Backups whose file has its name; each was verified and restored. */
  completed: 0,
  /** Kills of a backup that was writing its archive, and of the server at such a moment. */
  backupKilledInside: 0,
  serverKilledInside: 0,
  /** Unfinished archives that were refused. */
  archivesRefused: 0,
  /** Kills of a restore that left it unfinished; each was restored again. */
  restoreKilledInside: 0,
  /** Files of rows that were deleted during a completed backup, and that stayed until its end. */
  keptFiles: 0,
  /** Acknowledged gifts by hand, acknowledged changes of them, and their receipts at the end. */
  gifts: 0,
  giftChanges: 0,
  receipts: 0,
  /** Receipts that restored copies had to hold, and numbers that were issued later and became void there. */
  copiedReceipts: 0,
  voidedNumbers: 0,
}
export type BackupKillFigures = typeof NO_FIGURES

const SENDERS = 4
/** Calls before a backup starts. */
const CALLS_BEFORE = 6
/** Upper limit of the delay between the first bytes of an archive and the kill, in ms. */
const MOST_MS = 60
/** Share of kills at any moment of a backup, and the upper limit of their delay from its start, in ms. */
const ANY_MOMENT_SHARE = 0.25
const MOST_START_MS = 1500
const KILLED_RESTORE_SHARE = 0.3
/** Share of backups of PostgreSQL that are restored into SQLite. */
const OTHER_ENGINE_SHARE = 0.5

/** Round by round, so that a short run has each of them. */
const VICTIMS = ['backup', 'server', 'none', 'backup', 'none', 'server', 'backup'] as const
type Victim = (typeof VICTIMS)[number]

interface Run {
  readonly target: ContentTarget
  readonly database: KillOptions['database']
  readonly folder: string
  /** Statement that begins a transaction with a consistent snapshot. */
  readonly snapshot: string
  /** Enters gifts by hand meanwhile. */
  readonly desk: GiftDesk
  readonly expected: ExpectedContent
  readonly random: () => number
  readonly sentPhotos: Set<string>
  readonly figures: BackupKillFigures
}

/**
 * Takes backups while photos, videos, events and gifts by hand are added, changed and deleted, and
 * kills backups, servers and restores. Every completed file must restore and hold each write that was
 * acknowledged before its start, with a whole history; every unfinished one must be refused.
 */
export async function killBackups(options: KillOptions): Promise<BackupKillFigures> {
  const { database, seed } = options
  const target = await openContentTarget(database)
  const random = randomFrom(seed)
  const run: Run = {
    ...{ target, database, random },
    folder: mkdtempSync(join(tmpdir(), 'sevadesk-kill-backup-')),
    snapshot: database === 'postgresql' ? 'begin isolation level repeatable read' : 'begin',
    desk: await openDesk(target.url, 'Desk:', random),
    expected: new ExpectedContent(),
    sentPhotos: new Set(),
    figures: { ...NO_FIGURES },
  }
  const { figures, desk, expected } = run
  await repeatRounds(options, {
    ...{ figures, isConclusive, oneRound: () => oneRound(run), end: () => end(run) },
    output: () => target.program.output(),
    close: async () => {
      await target.close()
      rmSync(run.folder, { recursive: true, force: true })
    },
  })
  return { ...figures, acknowledged: expected.acknowledged, gifts: desk.gifts.length, giftChanges: desk.changes }
}

/**
 * Whether archives were cut and refused, and during backups that were completed files were deleted
 * and receipts issued.
 */
export function isConclusive(figures: BackupKillFigures): boolean {
  const { backupKilledInside, serverKilledInside, archivesRefused, completed, keptFiles } = figures
  const { copiedReceipts, voidedNumbers } = figures
  return (
    [backupKilledInside, serverKilledInside, archivesRefused, completed, keptFiles].every((count) => count > 0) &&
    [copiedReceipts, voidedNumbers].every((count) => count > 0)
  )
}

/** Takes one backup and returns a line for the log. */
async function oneRound(run: Run): Promise<string> {
  const { target, desk, expected, random, sentPhotos, folder, figures } = run
  const victim = VICTIMS[(figures.rounds - 1) % VICTIMS.length] ?? 'none'
  const round: Round = { client: target.client, expected, random, sentPhotos, isPaused: false, isOver: false }
  const server = serverOf(target, round)
  const senders = [...Array.from({ length: SENDERS }, () => send(round)), desk.work([server], () => round.isPaused)]
  const first = expected.acknowledged + CALLS_BEFORE
  while (expected.acknowledged < first) await Promise.race([wait(1), failureOf(senders)])

  const keptBefore = await listKept(target)
  const watch = expected.watch()
  const expectedReceipts = await readExpectedReceipts(run)
  const file = join(folder, `backup-${figures.rounds}.tar`)
  const backup = startCommand('backup', target.settings, [file])
  await Promise.race([killVictim(run, victim, backup, round), failureOf(senders)])
  const { code, output } = await backup.ended
  watch.stop()
  round.isPaused = true
  await Promise.all(senders)
  const kept = (await listKept(target)).filter((path) => !keptBefore.includes(path))
  await endLeases(target)
  if (victim === 'server') {
    await restart(run)
    await desk.sendAgain([server])
  }

  if (code !== 0 && (victim !== 'backup' || code !== null)) throw new Error(`the backup ended with ${code}:\n${output}`)
  // A kill may come after the file got its name.
  const isWhole = existsSync(file)
  if (isWhole) {
    await runCommand('backup-verify', {}, [file])
    const kill = random() < KILLED_RESTORE_SHARE ? { random } : undefined
    const engine = random() < OTHER_ENGINE_SHARE ? 'sqlite' : run.database
    const { lastNumbers } = await readReceiptRecords(target.sql, run.snapshot)
    const { items, receipts, wasUnfinished } = await restoreCopy(file, { database: engine, lastNumbers, kill })
    noFailure(watch.compare(items), 'in the restored backup')
    noFailure(auditCopiedReceipts(receipts, { ...expectedReceipts, lastNumbers }), 'in the restored books')
    figures.copiedReceipts += expectedReceipts.receipts.length
    figures.voidedNumbers += receipts.voids.length
    figures.completed += 1
    if (victim === 'none') figures.keptFiles += kept.length
    figures.restoreKilledInside += wasUnfinished ? 1 : 0
  } else if (code === 0) throw new Error('a backup that succeeded has no file')
  const refused = await refuseArchives(run)
  rmSync(file, { force: true })
  return `${expected.size} items, ${kept.length} files kept; killed: ${victim}; ${isWhole ? 'completed and restored' : `${refused} archives refused`}`
}

/** The server for the desk, which accepts failures once the round is over. */
function serverOf({ url, program }: ContentTarget, round: Round) {
  return {
    url,
    program,
    get isUp() {
      return !round.isOver
    },
  }
}

/** Reads what a backup that starts now must hold. */
async function readExpectedReceipts({ target, snapshot, desk }: Run): Promise<Omit<ExpectedReceipts, 'lastNumbers'>> {
  // A copy: a gift that is acknowledged later may be missing in the backup.
  const gifts = desk.gifts.map((gift) => ({ ...gift }))
  const { receipts } = await readReceiptRecords(target.sql, snapshot)
  return { receipts, gifts }
}

/** Waits until the backup writes its archive, and a random time, and kills; sometimes at any moment. */
async function killVictim({ target, random, folder, figures }: Run, victim: Victim, backup: Command, round: Round) {
  if (victim === 'none') return
  const isWriting = () => archivesIn(folder).length > 0 && backup.child.exitCode === null
  if (random() < ANY_MOMENT_SHARE) await Promise.race([wait(random() * MOST_START_MS), backup.ended])
  else {
    while (!isWriting() && backup.child.exitCode === null) await wait(1)
    await wait(random() * MOST_MS)
  }
  const isInside = isWriting()
  if (victim === 'backup') {
    backup.child.kill('SIGKILL')
    if ((await backup.ended).code === null && isInside) figures.backupKilledInside += 1
    return
  }
  round.isOver = true
  round.isPaused = true
  await target.program.kill()
  if (isInside) figures.serverKilledInside += 1
}

function partsIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.part'))
}

/** Unfinished archives that have bytes. */
function archivesIn(folder: string): string[] {
  return partsIn(folder).filter((name) => (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0) > 0)
}

/** An archive that only lacks its name is whole: it must then be accepted as a backup. */
async function refuseArchives({ folder, figures }: Run): Promise<number> {
  let refused = 0
  for (const name of archivesIn(folder)) {
    const file = join(folder, name.replace('.part', '.tar'))
    renameSync(join(folder, name), file)
    const { code, output } = await startCommand('backup-verify', {}, [file]).ended
    if (code === 2 && output.trim().split('\n').length === 1) refused += 1
    else if (code !== 0) throw new Error(`backup-verify of an unfinished archive ended with ${code}:\n${output}`)
    rmSync(file)
  }
  for (const name of partsIn(folder)) rmSync(join(folder, name))
  figures.archivesRefused += refused
  return refused
}

/** Starts the server again. What it lists must be what was acknowledged. */
async function restart({ target, expected }: Run): Promise<void> {
  await target.start()
  const items = await target.client.list()
  noFailure(expected.reconcile(await readContents(items, target.dataDir, new Map())), 'after the start')
}

async function listKept({ sql }: ContentTarget): Promise<string[]> {
  const rows = await sql.all(`select path from pending_files where state = 'deleting'`)
  return rows.map(({ path }) => String(path))
}

/** As if ten minutes had passed: the lease of a killed backup would hide that a later one has none. */
async function endLeases({ sql }: ContentTarget): Promise<void> {
  await sql.all(`update backups set alive_until = '2000-01-01T00:00:00.000Z' where ended_at is null`)
}

/** Without backups, rows and files must agree after the next start. */
async function end(run: Run): Promise<void> {
  const { target } = run
  await target.program.stop()
  await restart(run)
  await waitForJobs(target, run.sentPhotos)
  run.figures.receipts = (await readReceiptRecords(target.sql, run.snapshot)).receipts.length
}
