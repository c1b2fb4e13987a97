import type { Db } from '../db/schema.ts'
import { deleteJob, findNextJob, type Job, updateFailedJob } from './job-store.ts'

interface JobLog {
  error(details: object, sentence: string): void
}

/** Does one kind of job. What it throws is logged and the job is tried again later; it must bear being done twice. */
export type JobHandler = (subject: string, log: JobLog) => Promise<void>

export interface JobRunner {
  /** Begins to do the jobs in the table, those that earlier processes left among them. */
  start(log: JobLog): void
  /** To be called after a job has been added. Costs nothing and never fails. */
  wake(): void
  /** Resolves when no job is running or due. */
  idle(): Promise<void>
  /** Starts nothing more and waits for the running job; if that fails from now on, the next start tries it again. */
  stop(): Promise<void>
}

/** Thrown by a handler when trying again would be in vain: the job fails for good. */
export class HopelessJob extends Error {
  override name = 'HopelessJob'
}

/** Waits after the first failure, the second and so on; after one more the job is given up. */
const WAITS_MS = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 3 * 60 * 60_000]
/** When the database itself fails. */
const TROUBLE_WAIT_MS = 10_000

/** One runner for the jobs of one database, one job at a time, the one that has been due longest first (decision 12). */
export function jobRunner(db: Db, handlers: Readonly<Record<string, JobHandler>>, now = () => Date.now()): JobRunner {
  let log: JobLog | undefined
  let running: Promise<void> | undefined
  let isStopping = false
  /** Whether something may have been added since the table was last asked. */
  let mayHaveMore = false
  let timer: NodeJS.Timeout | undefined
  let waitingForIdle: (() => void)[] = []

  function wake(): void {
    mayHaveMore = true
    if (!log || running || isStopping) return
    clearTimeout(timer)
    running = work(log).then(() => {
      running = undefined
      if (mayHaveMore) wake()
    })
  }

  /** Does what is due, then sets a clock for the next one. */
  async function work(to: JobLog): Promise<void> {
    try {
      while (!isStopping) {
        mayHaveMore = false
        const job = await findNextJob(db)
        const wait = job ? Date.parse(job.due_at) - now() : Number.POSITIVE_INFINITY
        if (job && wait <= 0) await perform(job, to)
        else if (!mayHaveMore) {
          rest(wait)
          return
        }
      }
    } catch (error) {
      to.error({ err: error }, 'the jobs cannot be looked at; another look follows')
      rest(TROUBLE_WAIT_MS)
    }
  }

  function rest(waitMs: number): void {
    if (isStopping) return
    if (Number.isFinite(waitMs)) timer = setTimeout(wake, waitMs).unref()
    const resolvers = waitingForIdle
    waitingForIdle = []
    for (const resolve of resolvers) resolve()
  }

  async function perform(job: Job, to: JobLog): Promise<void> {
    try {
      const handler = handlers[job.kind]
      if (!handler) throw new HopelessJob(`There is no job of the kind ${job.kind}.`)
      await handler(job.subject, to)
      await deleteJob(db, job.id)
    } catch (error) {
      if (isStopping) return
      const wait = error instanceof HopelessJob ? undefined : WAITS_MS[job.attempts]
      const details = { err: error, kind: job.kind, subject: job.subject }
      if (wait === undefined) to.error(details, 'a job has failed for good')
      else to.error(details, 'a job has failed and will be tried again')
      const at = now()
      await updateFailedJob(db, job, wait === undefined ? { failedAt: new Date(at) } : { dueAt: new Date(at + wait) })
    }
  }

  return {
    start(to) {
      log = to
      wake()
    },
    wake,
    async idle() {
      const idle = new Promise<void>((resolve) => waitingForIdle.push(resolve))
      wake()
      await idle
    },
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await running
      for (const resolve of waitingForIdle.splice(0)) resolve()
    },
  }
}
