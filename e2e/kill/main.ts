/**
 * `npm run kill -- --receipts --rounds 100 --seed 1 --database postgresql`: kills the server while
 * it issues receipts; without `--receipts`, while it stores media; with `--backup`, while backups are
 * taken, and also kills these. Exits with 1 on an error, or if
 * one kind of critical moment was never hit.
 */
import { buildIfStale } from '../../scripts/builds.mjs'
import { startCluster } from '../support/postgresql.ts'
import { readRunOptions } from '../support/run-options.ts'
import { isConclusive as isConclusiveForBackups, killBackups } from './kill-backup.ts'
import { isConclusive, killContent } from './kill-content.ts'
import { isConclusive as isConclusiveForReceipts, killReceipts } from './kill-receipts.ts'
import type { KillOptions } from './rounds.ts'

const options = readRunOptions('rounds', 50, ['receipts', 'backup'])
const { database, seed, count: rounds, flags } = options
const [subject = 'content'] = flags
if (!buildIfStale()) process.exit(1)
const stopCluster = database === 'postgresql' ? await startCluster() : async () => undefined
console.log(`Killing the server on ${database} ${rounds} times (${subject}), seed ${seed}`)
try {
  await { content, receipts, backup }[subject]({ database, seed, rounds, log: console.log })
} finally {
  await stopCluster()
}

async function content(given: KillOptions): Promise<void> {
  const figures = await killContent(given)
  report(figures, isConclusive(figures), 'between file and row, or between smaller versions and their row')
}

async function receipts(given: KillOptions): Promise<void> {
  const figures = await killReceipts(given)
  const missed = 'between the beginning of a capture and its end, or no receipt was cancelled'
  report(figures, isConclusiveForReceipts(figures), missed)
}

async function backup(given: KillOptions): Promise<void> {
  const figures = await killBackups(given)
  const missed = 'into an archive, or no file was deleted or no receipt issued during a completed backup'
  report(figures, isConclusiveForBackups(figures), missed)
}

function report(figures: object, hasShown: boolean, missed: string): void {
  console.log(figures)
  if (hasShown) return
  console.error(`No kill fell ${missed}: this run has shown nothing. Run it again, or with more rounds.`)
  process.exitCode = 1
}
