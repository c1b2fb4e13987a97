/**
 * `npm run kill -- --receipts --rounds 100 --seed 1 --database postgresql`: kills the server while
 * it issues receipts; without `--receipts`, while it stores media; with `--backup`, while backups are
 * taken, and also kills these. Exits with 1 on an error, or if
 * one kind of critical moment was never hit.
 */
import { startCluster } from '../support/postgresql.ts'
import { readArguments } from './arguments.ts'
import { isConclusive as isConclusiveForBackups, killBackups } from './kill-backup.ts'
import { isConclusive, killContent } from './kill-content.ts'
import { isConclusive as isConclusiveForReceipts, killReceipts } from './kill-receipts.ts'

function argumentsOrExit() {
  try {
    return readArguments(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

const { subject, ...options } = argumentsOrExit()
const { database, rounds, seed } = options
const stopCluster = database === 'postgresql' ? await startCluster() : async () => undefined
console.log(`Killing the server on ${database} ${rounds} times (${subject}), seed ${seed}`)
try {
  await { content, receipts, backup }[subject]()
} finally {
  await stopCluster()
}

async function content(): Promise<void> {
  const figures = await killContent({ ...options, log: console.log })
  console.log(figures)
  if (!isConclusive(figures)) {
    fail(
      'No kill fell between file and row, or none between smaller versions and their row: this run has shown nothing. Run it again, or with more rounds.',
    )
  }
}

async function receipts(): Promise<void> {
  const figures = await killReceipts({ ...options, log: console.log })
  console.log(figures)
  if (!isConclusiveForReceipts(figures)) {
    fail(
      'No kill fell between the beginning of a capture and its end, or no receipt was cancelled: this run has shown nothing. Run it again, or with more rounds.',
    )
  }
}

async function backup(): Promise<void> {
  const figures = await killBackups({ ...options, log: console.log })
  console.log(figures)
  if (!isConclusiveForBackups(figures)) {
    fail(
      'No archive was cut and refused, or no file was deleted or no receipt issued during a completed backup: this run has shown nothing. Run it again.',
    )
  }
}

function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}
