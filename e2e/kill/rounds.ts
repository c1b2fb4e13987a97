import type { Database } from '../support/own-server.ts'

export interface KillOptions {
  database: Database
  rounds: number
  /** Maximum number of additional rounds, if the figures are not conclusive. */
  moreRounds?: number
  seed: number
  log?: (line: string) => void
}

interface Rounds<Figures> {
  figures: Figures
  /** Whether kills fell into the moments that matter. */
  isConclusive: (figures: Figures) => boolean
  /** Returns a line for the log. */
  oneRound: () => Promise<string>
  /** Runs after the last round. */
  end: () => Promise<void>
  /** What the servers have printed. */
  output: () => string
  close: () => Promise<void>
}

/** Throws at the first difference; the message contains the seed. */
export async function repeatRounds<Figures extends { rounds: number }>(
  { rounds, moreRounds = 0, seed, log = () => undefined }: KillOptions,
  { figures, isConclusive, oneRound, end, output, close }: Rounds<Figures>,
): Promise<void> {
  const isEnough = () => figures.rounds >= rounds && (isConclusive(figures) || figures.rounds >= rounds + moreRounds)
  try {
    while (!isEnough()) {
      figures.rounds += 1
      log(`round ${figures.rounds}: ${await oneRound()}`)
    }
    await end()
  } catch (error) {
    const message = error instanceof Error ? error.message : error
    throw new Error(`seed ${seed}, round ${figures.rounds}: ${message}\n${output()}`, { cause: error })
  } finally {
    await close()
  }
}
