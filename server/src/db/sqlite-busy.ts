import { setTimeout as sleep } from 'node:timers/promises'

const SQLITE_BUSY = 5

/** How long a statement waits for another program, such as a backup, before it fails. */
const BUSY_LIMIT_MS = 5000
const RETRY_MS = 20

export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY
}

/** Returns the time of `performance.now()` at which a statement that arrives now stops waiting. */
export function busyDeadline(): number {
  return performance.now() + BUSY_LIMIT_MS
}

/**
 * Runs a statement again while another program locks the database. SQLite's own busy timeout would
 * block the event loop, and with it reads and pages. Throws SQLITE_BUSY after the deadline.
 */
export async function retryWhileBusy<Result>(deadline: number, run: () => Result): Promise<Result> {
  for (;;) {
    try {
      return run()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error
    }
    await sleep(RETRY_MS)
  }
}
