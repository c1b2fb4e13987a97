import type { Db } from '../db/db.ts'
import { whileLeased } from '../db/lease.ts'
import type { JobLog } from './job-runner.ts'
import { claimTask, releaseTask, renewTask } from './periodic-task-store.ts'

export interface PeriodicTask {
  start(log: JobLog): void
  /** Aborts the signal of the run and waits for it. */
  stop(): Promise<void>
}

export type Run = (log: JobLog, signal: AbortSignal) => Promise<void>

/**
 * Calls `run` at start and `intervalMs` after the end of each run. An error is logged with
 * `failure`.
 */
export function periodicTask(run: Run, { intervalMs, failure }: { intervalMs: number; failure: string }): PeriodicTask {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  function begin(log: JobLog): void {
    running = run(log, stopping.signal)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error }, failure)
      })
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(begin, intervalMs, log).unref()
      })
  }

  return {
    start: begin,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

/**
 * Returns a run that only one server does at a time, `intervalMs` after the end of the last run, or
 * after the server that ran it was stopped or killed. Poll it more often than that.
 */
export function onOneServer(db: Db, name: string, intervalMs: number, run: Run): Run {
  return async (log, signal) => {
    if (!(await claimTask(db, name, intervalMs))) return
    try {
      await whileLeased(
        () => renewTask(db, name),
        (lost) => run(log, AbortSignal.any([signal, lost])),
      )
    } finally {
      // Less, because timers and the database's clock differ.
      await releaseTask(db, name, signal.aborted ? 0 : 0.9 * intervalMs)
    }
  }
}
