import type { Sql } from '../support/sql.ts'
import type { ContentTarget } from './content-client.ts'
import { childrenOf, isRunning } from './processes.ts'
import { failureOf, type Round } from './sender.ts'
import { hasStoredVersion, readStorageState } from './storage-state.ts'

/** Upper limit of the acknowledged calls that a round waits for before its kill. */
const MOST_CALLS = 8
/** Upper limit of the delay between those calls and the kill, in ms. */
const MOST_MS = 40
/** Maximum ms to wait for the moment of the kill. */
const MOMENT_LIMIT_MS = 60_000
/** The same for `placing` while there are no jobs that make smaller versions. */
const WITHOUT_JOBS_LIMIT_MS = 8000
const PLACING_MS = 3
/** Share of the `placing` kills that may come before the first version is stored. */
const EARLY_SHARE = 0.3
/** Maximum ms that the image program may outlive the server. */
const PROCESS_LIMIT_MS = 10_000

/** `adding`: a file is stored, but not its row yet. `placing`: smaller versions are being stored. */
export type Moment = 'any' | 'adding' | 'placing'

/**
 * Kills the server at the given moment. Waits for its image programs to end, and returns their
 * process ids.
 */
export async function killAt(
  moment: Moment,
  round: Round,
  target: ContentTarget,
  senders: readonly Promise<void>[],
): Promise<number[]> {
  const { program } = target
  let imagePrograms: number[] = []
  try {
    await Promise.race([until(moment, round, target), failureOf(senders)])
    imagePrograms = childrenOf(program.pid)
  } finally {
    round.isOver = true
    round.isPaused = true
  }
  await program.kill()
  await Promise.all(senders)
  const deadline = performance.now() + PROCESS_LIMIT_MS
  while (imagePrograms.some(isRunning)) {
    if (performance.now() > deadline) throw new Error('the image program outlives the server')
    await wait(5)
  }
  return imagePrograms
}

/** The path of an existing picture is pending only while its smaller versions are stored. */
const PROGRESS = `select
  (select count(*) from jobs where failed_at is null) as jobs,
  count(pictures.path) as placing, count(*) - count(pictures.path) as adding
  from pending_files left join pictures on pictures.path = pending_files.path where state = 'adding'`

async function until(moment: Moment, round: Round, target: ContentTarget): Promise<void> {
  const { expected, random } = round
  // Waits for calls, not only for time, so that the kill interrupts work on a slow machine too.
  const calls = expected.acknowledged + Math.floor(random() * (MOST_CALLS + 1))
  while (expected.acknowledged < calls && !round.isOver) await wait(1)
  if (moment === 'any') return wait(random() * MOST_MS)
  // Pauses uploads, which the server processes before it makes smaller versions.
  if (moment === 'placing') round.isPaused = true
  const begun = performance.now()
  while (!round.isOver) {
    const progress = await readProgress(target.sql)
    const isAwaited = moment === 'adding' || progress.jobs > 0
    if (performance.now() - begun > (isAwaited ? MOMENT_LIMIT_MS : WITHOUT_JOBS_LIMIT_MS)) return
    if (progress[moment] > 0 && (await stopAt(moment, round, target))) return
    await wait(0)
  }
}

/**
 * Stops the server, since on a busy machine this process may run only after the moment. If the
 * moment has passed, lets the server go on and returns `false`.
 */
async function stopAt(moment: 'adding' | 'placing', round: Round, { sql, program, dataDir }: ContentTarget) {
  if (moment === 'placing') await wait(round.random() * PLACING_MS)
  process.kill(program.pid, 'SIGSTOP')
  if (moment === 'placing' && round.random() < EARLY_SHARE && (await readProgress(sql)).placing > 0) return true
  const state = await readStorageState(sql, dataDir, round.sentPhotos)
  if (moment === 'adding' ? state.adding.length > 0 : hasStoredVersion(state)) return true
  process.kill(program.pid, 'SIGCONT')
  return false
}

async function readProgress(sql: Sql) {
  const [row] = await sql.all(PROGRESS)
  return { jobs: Number(row?.jobs), adding: Number(row?.adding), placing: Number(row?.placing) }
}

export function wait(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms))
}
