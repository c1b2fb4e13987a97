import type { Sql } from '../support/sql.ts'
import type { ContentTarget } from './content-target.ts'
import { childrenOf, isRunning } from './processes.ts'
import { failureOf, type Round } from './sender.ts'

/** Upper limit of the acknowledged calls that a round waits for before its kill. */
const MOST_CALLS = 8
/** Upper limit of the delay between those calls and the kill, in ms. */
const MOST_MS = 40
/** Maximum ms before the kill to wait until smaller versions are being stored. */
const PLACING_LIMIT_MS = 8000
const PLACING_MS = 3
/** Maximum ms that the image program may outlive the server. */
const PROCESS_LIMIT_MS = 10_000

export type Moment = 'any' | 'placing'

/**
 * Kills the server at a random moment, or in the few milliseconds in which smaller versions are
 * stored. Waits for its image programs to end, and returns their process ids.
 */
export async function killAt(
  moment: Moment,
  round: Round,
  { sql, server }: ContentTarget,
  senders: readonly Promise<void>[],
): Promise<number[]> {
  let imagePrograms: number[] = []
  try {
    await Promise.race([until(moment, round, sql), failureOf(senders)])
    imagePrograms = childrenOf(server.pid)
  } finally {
    round.isOver = true
    round.isPaused = true
  }
  await server.kill()
  await Promise.all(senders)
  const deadline = performance.now() + PROCESS_LIMIT_MS
  while (imagePrograms.some(isRunning)) {
    if (performance.now() > deadline) throw new Error('the image program outlives the server')
    await wait(5)
  }
  return imagePrograms
}

async function until(moment: Moment, round: Round, sql: Sql): Promise<void> {
  const { expected, random } = round
  // Waits for calls, not only for time, so that the kill interrupts work on a slow machine too.
  const target = expected.acknowledged + Math.floor(random() * (MOST_CALLS + 1))
  while (expected.acknowledged < target && !round.isOver) await wait(1)
  if (moment === 'any') return wait(random() * MOST_MS)
  // Pauses uploads, which the server processes before it makes smaller versions.
  round.isPaused = true
  const deadline = performance.now() + PLACING_LIMIT_MS
  while (performance.now() < deadline && !round.isOver) {
    // The path of an existing picture is pending only while its smaller versions are stored.
    const placing = await sql.all(
      `select 1 from pending_files join pictures on pictures.path = pending_files.path where state = 'adding'`,
    )
    if (placing.length > 0) return wait(random() * PLACING_MS)
    await wait(0)
  }
}

export function wait(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms))
}
