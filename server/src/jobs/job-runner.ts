import type { Db } from '../db/schema.ts'
import { deleteJob, findNextJob, type Job, postponeJob, reviveFailedJobs, updateFailedJob } from './job-store.ts'

export interface JobLog {
  error(details: object, sentence: string): void
}

/** Does one kind of job. What it throws is logged and the job is tried again later; it must bear being done twice. */
export type JobHandler = (subject: string, log: JobLog) => Promise<void>

export interface JobRunner {
  /** Begins to do the jobs in the table, those that earlier processes left or gave up among them. */
  start(log: JobLog): void
  /** To be called after a job has been added. Costs nothing and never fails. */
  wake(): void
  /** Resolves when no job is running or due. */
  idle(): Promise<void>
  /** Starts nothing more and waits for the running job; if that fails from now on, the next start tries it again. */
  stop(): Promise<void>
}

/** Thrown by a handler when trying again would be in vain: the job rests at once. */
export class HopelessJob extends Error {
  override name = 'HopelessJob'
}

/** Thrown by a handler that has done what could be done by now: the job is not over, nor has it failed, and comes again at that time. */
export class PostponedJob extends Error {
  override name = 'PostponedJob'
  readonly dueAt: Date

  constructor(dueAt: Date) {
    super(`To be done again at ${dueAt.toISOString()}.`)
    this.dueAt = dueAt
  }
}

/** Waits after the first failure, the second and so on; after one more the job rests. */
const WAITS_MS = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 3 * 60 * 60_000]
/** The same when the database itself fails, as it does on a full disk; the last one goes on. */
const TROUBLE_WAITS_MS = [10_000, 60_000, 5 * 60_000, 30 * 60_000] as const
/** Jobs that rest are tried again at each start, and so often. */
const REVIVAL_MS = 24 * 60 * 60_000

/** One runner for the jobs of one database, one job at a time, the one that has been due longest first, patient kinds last (decision 12). */
export function jobRunner(db: Db, handlers: Readonly<Record<string, JobHandler>>, now = () => Date.now()): JobRunner {
  let log: JobLog | undefined
  let running: Promise<void> | undefined
  let isStopping = false
  /** Whether something may have been added since the table was last asked. */
  let mayHaveMore = false
  let revivalAt = 0
  /** How often in a row the outcome of a job could not be kept. */
  let troubles = 0
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
        await revive()
        const job = await findNextJob(db, new Date(now()))
        const wait = job ? Date.parse(job.due_at) - now() : Number.POSITIVE_INFINITY
        if (job && wait <= 0) {
          await perform(job, to)
          troubles = 0
        } else if (!mayHaveMore) {
          troubles = 0
          rest(Math.min(wait, revivalAt - now()))
          return
        }
      }
    } catch (error) {
      const waitMs = TROUBLE_WAITS_MS[troubles] ?? TROUBLE_WAITS_MS[3]
      troubles += 1
      to.error({ err: error, waitMs }, 'the jobs cannot be looked at or noted as done; another try follows')
      rest(waitMs)
    }
  }

  async function revive(): Promise<void> {
    if (now() < revivalAt) return
    await reviveFailedJobs(db, new Date(now()))
    revivalAt = now() + REVIVAL_MS
  }

  function rest(waitMs: number): void {
    if (isStopping) return
    timer = setTimeout(wake, waitMs).unref()
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
      if (error instanceof PostponedJob) return postponeJob(db, job.id, error.dueAt)
      if (isStopping) return
      const wait = error instanceof HopelessJob ? undefined : WAITS_MS[job.attempts]
      const details = { err: error, kind: job.kind, subject: job.subject }
      if (wait === undefined) to.error(details, 'a job has failed; it rests until tomorrow or the next start')
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
