import type { JobLog } from './job-runner.ts'

export interface PeriodicTask {
  start(log: JobLog): void
  /** Aborts the signal of the run and waits for it. */
  stop(): Promise<void>
}

/**
 * Calls `run` at start and `intervalMs` after the end of each run. An error is logged with
 * `failure`.
 */
export function periodicTask(
  run: (log: JobLog, signal: AbortSignal) => Promise<void>,
  { intervalMs, failure }: { intervalMs: number; failure: string },
): PeriodicTask {
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
