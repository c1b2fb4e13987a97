import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './command.ts'
import { type ContentTarget, type ListedItem, openContentTarget } from './content-client.ts'
import { ExpectedContent, type Item } from './expected-content.ts'
import { killAt, type Moment } from './kill-moment.ts'
import { randomFrom } from './random.ts'
import { fingerprintOfPhoto, fingerprintOfVideo } from './random-content.ts'
import { type KillOptions, repeatRounds } from './rounds.ts'
import { failureOf, type Round, send } from './sender.ts'
import { hasStoredVersion, readStorageState, type StorageState } from './storage-state.ts'
import { noFailure, waitForJobs } from './wait-for-jobs.ts'

const NO_FIGURES = {
  rounds: 0,
  /** Calls acknowledged before a kill. */
  acknowledged: 0,
  /** Items at the end. Photos are compared by pixels, videos by bytes. */
  items: 0,
  /** Kills between storing a file and writing its row. */
  betweenFileAndRow: 0,
  /** Kills between deleting a row and its file. */
  betweenRowAndFile: 0,
  /** Kills during an upload. */
  whileArriving: 0,
  /** Kills while the image program was processing a completely uploaded photo. */
  whileMadeFit: 0,
  /** Kills while smaller versions were made but not yet stored. */
  whileMadeSmaller: 0,
  /** Kills between storing smaller versions and listing them in the row of their picture. */
  betweenVersionsAndRow: 0,
  /** Kills while jobs from before the last restart were unfinished. */
  whileResuming: 0,
  /** Runs of `media:check` that found no error, while idle and during uploads. */
  mediaChecks: 0,
}
export type KillFigures = typeof NO_FIGURES

const SENDERS = 4
/** Shares of kills that wait for a moment. */
const MOMENT_SHARES = { placing: 0.35, adding: 0.2 }
/** Share of restarts after which the next kill does not wait for the remaining jobs. */
const HURRIED_SHARE = 0.25
/** Number of rounds in which `media:check` runs once while idle and once during uploads. */
const CHECK_EVERY = 5

interface Run {
  readonly target: ContentTarget
  readonly expected: ExpectedContent
  readonly random: () => number
  readonly sentPhotos: Set<string>
  /** Fingerprints by stored path. A stored file never changes. */
  readonly fingerprints: Map<string, string>
  readonly figures: KillFigures
}

/**
 * Repeatedly kills the server with SIGKILL and restarts it, while photos, videos and events are
 * added, changed and deleted. After each kill every row must have its file. After each restart rows
 * and files must agree and hold all acknowledged content.
 */
export async function killContent(options: KillOptions): Promise<KillFigures> {
  const target = await openContentTarget(options.database)
  const run: Run = {
    target,
    expected: new ExpectedContent(),
    random: randomFrom(options.seed),
    sentPhotos: new Set(),
    fingerprints: new Map(),
    figures: { ...NO_FIGURES },
  }
  const { figures, expected } = run
  await repeatRounds(options, {
    ...{ figures, isConclusive, oneRound: () => oneRound(run), end: () => end(run) },
    output: () => target.program.output(),
    close: () => target.close(),
  })
  return { ...figures, acknowledged: expected.acknowledged }
}

/** Whether kills fell between the steps at which a faulty server would lose data. */
export function isConclusive({ betweenFileAndRow, betweenVersionsAndRow }: KillFigures): boolean {
  return betweenFileAndRow > 0 && betweenVersionsAndRow > 0
}

/** Runs a round and returns its line for the log. */
async function oneRound(run: Run): Promise<string> {
  const { target, expected, random, sentPhotos, figures } = run
  const moment = momentBy(random)
  const round: Round = { client: target.client, expected, random, sentPhotos, isPaused: false, isOver: false }
  const senders = Array.from({ length: SENDERS }, () => send(round))
  if (figures.rounds % CHECK_EVERY === 2) await Promise.race([check(run, '--remove'), failureOf(senders)])
  const imagePrograms = await killAt(moment, round, target, senders)
  const left = await readStorageState(target.sql, target.dataDir, sentPhotos)
  noFailure(left.rowsWithoutFile, 'right after the kill: a row without its file')
  noFailure(left.missingVersions, 'right after the kill: a smaller version that is listed and missing')
  count(figures, left, imagePrograms.length > 0)

  const startedAt = performance.now()
  await target.start()
  const startTook = Math.round(performance.now() - startedAt)
  const now = await readStorageState(target.sql, target.dataDir, sentPhotos)
  noFailure(now.rowsWithoutFile, 'after the start: a row without its file')
  noFailure(now.filesWithoutRow, 'after the start: a file without its row')
  noFailure(now.pendingWithoutRow, 'after the start: a path still waiting')
  const ofOthers = now.parts.filter(({ name }) => !name.includes(`-${target.program.pid}-`)).map(({ name }) => name)
  noFailure(ofOthers, 'after the start: a part that the killed server left')
  const items = await target.client.list()
  noFailure(expected.reconcile(await readContents(items, target.dataDir, run.fingerprints)), 'after the start')

  if (random() < HURRIED_SHARE) figures.whileResuming += now.jobs > 0 ? 1 : 0
  else {
    await waitForJobs(target, sentPhotos)
    if (figures.rounds % CHECK_EVERY === 0) await check(run)
  }
  return `${items.length} items; the kill (${moment}) left ${left.parts.length} parts, ${left.adding.length} files without row yet, ${left.deleting.length} without row any more, ${left.strayVersions.length} smaller versions not listed, ${left.jobs} jobs; started in ${startTook} ms`
}

function momentBy(random: () => number): Moment {
  const choice = random()
  if (choice < MOMENT_SHARES.placing) return 'placing'
  return choice < MOMENT_SHARES.placing + MOMENT_SHARES.adding ? 'adding' : 'any'
}

function count(figures: KillFigures, left: StorageState, hadImageProgram: boolean): void {
  const kinds = left.parts.map(({ kind }) => kind)
  if (left.adding.length > 0) figures.betweenFileAndRow += 1
  if (left.deleting.length > 0) figures.betweenRowAndFile += 1
  if (kinds.includes('part')) figures.whileArriving += 1
  if (kinds.includes('whole photo') && hadImageProgram) figures.whileMadeFit += 1
  if (kinds.includes('smaller version')) figures.whileMadeSmaller += 1
  if (hasStoredVersion(left)) figures.betweenVersionsAndRow += 1
}

async function check({ target, figures }: Run, ...args: string[]): Promise<void> {
  await runCommand('media-check', target.settings, args)
  figures.mediaChecks += 1
}

/** Waits until no job is left, then reads every file again, from disk and by HTTP. */
async function end(run: Run): Promise<void> {
  const { target, expected, sentPhotos, figures } = run
  await waitForJobs(target, sentPhotos)
  await check(run)
  const items = await target.client.list()
  noFailure(
    expected.reconcile(await readContents(items, target.dataDir, new Map())),
    'at the end, after reading all files again',
  )
  for (const { path } of items) {
    if (path === null) continue
    const served = Buffer.from(await (await fetch(target.url + path)).arrayBuffer())
    if (!served.equals(readFileSync(join(target.dataDir, path))))
      throw new Error(`${path} is not served as it was stored`)
  }
  figures.items = items.length
}

/** Reads the files of items. Fills `fingerprints`, which saves reading a file twice. */
export async function readContents(
  items: readonly ListedItem[],
  dataDir: string,
  fingerprints: Map<string, string>,
): Promise<Item[]> {
  const contents: Item[] = []
  for (const { kind, id, title, path } of items) {
    const read = async (file: string) =>
      kind === 'video' ? fingerprintOfVideo(readFileSync(file)) : fingerprintOfPhoto(file)
    if (path !== null && !fingerprints.has(path)) fingerprints.set(path, await read(join(dataDir, path)))
    contents.push({ kind, id, content: { title, file: path === null ? undefined : fingerprints.get(path) } })
  }
  return contents
}
