import { type Db, isPostgres } from '../db/db.ts'
import { whileLeased } from '../db/lease.ts'
import {
  claimJob,
  deleteJob,
  findNextDueTime,
  type Job,
  limitFutureJobs,
  releaseJob,
  renewJob,
  updateFailedJob,
} from './job-store.ts'

export interface JobLog {
  error(details: object, message: string): void
}

/** Runs one kind of job. Must be idempotent: an error is logged, and the job runs again later. */
export type JobHandler = (subject: string, log: JobLog) => Promise<void>

export interface JobRunner {
  /** Starts with the jobs in the table, including those that earlier processes left. */
  start(log: JobLog): void
  /** Call it after a job was inserted. Cheap; never throws. */
  wake(): void
  /** Resolves when no job is running or due, or the database has failed. */
  idle(): Promise<void>
  /**
   * Starts no further job and waits for the running one. If that job fails, the next start runs it
   * again.
   */
  stop(): Promise<void>
}

/** Thrown by a handler when a retry cannot help: the job is given up at once. */
export class UnrecoverableJob extends Error {
  override name = 'UnrecoverableJob'
}

const DAY_MS = 24 * 60 * 60_000
/** Another server may insert jobs, or leave them when it is killed. */
const POLL_EVERY_MS = 15_000
/**
 * Waits after the first failure, the second and so on. One more failure gives the job up; its row
 * stays and says so.
 */
const BACKOFF_MS = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 3 * 60 * 60_000, ...Array<number>(7).fill(DAY_MS)]
/** Waits after failures of the database, for example on a full disk; the last wait repeats. */
const DATABASE_BACKOFF_MS = [10_000, 60_000, 5 * 60_000, 30 * 60_000] as const

/**
 * Runs the jobs of one database one at a time, the longest due first (decision 12). Several servers
 * share the jobs of PostgreSQL. Each job has a last retry after a week.
 */
export function jobRunner(db: Db, handlers: Readonly<Record<string, JobHandler>>, now = () => Date.now()): JobRunner {
  let log: JobLog | undefined
  let running: Promise<void> | undefined
  let isStopping = false
  /** Whether a job may have been inserted since the last query. */
  let mayHaveMore = false
  let databaseFailures = 0
  let timer: NodeJS.Timeout | undefined
  let waitingForIdle: (() => void)[] = []

  function wake(): void {
    mayHaveMore = true
    if (!log || running || isStopping) return
    clearTimeout(timer)
    running = runDueJobs(log).then(() => {
      running = undefined
      if (mayHaveMore) wake()
    })
  }

  async function runDueJobs(to: JobLog): Promise<void> {
    try {
      await limitFutureJobs(db, new Date(now()))
      while (!isStopping) {
        mayHaveMore = false
        const job = await claimJob(db, new Date(now()))
        if (job) await run(job, to)
        const dueAt = job ? undefined : await findNextDueTime(db)
        databaseFailures = 0
        if (job || mayHaveMore) continue
        sleep(dueAt === undefined ? DAY_MS : Math.max(0, Date.parse(dueAt) - now()))
        return
      }
    } catch (error) {
      const waitMs = DATABASE_BACKOFF_MS[databaseFailures] ?? DATABASE_BACKOFF_MS[3]
      databaseFailures += 1
      // The retry looks for jobs anyway. Looking again at once would fail again, without end.
      mayHaveMore = false
      to.error({ err: error, waitMs }, 'could not read or update the jobs table; will retry')
      sleep(waitMs)
    }
  }

  function sleep(waitMs: number): void {
    if (isStopping) return
    timer = setTimeout(wake, Math.min(waitMs, isPostgres(db) ? POLL_EVERY_MS : DAY_MS)).unref()
    const resolvers = waitingForIdle
    waitingForIdle = []
    for (const resolve of resolvers) resolve()
  }

  async function run(job: Job, to: JobLog): Promise<void> {
    try {
      const handler = handlers[job.kind]
      // During an update, a newer server may have inserted it.
      if (!handler) throw new Error(`No handler for jobs of kind ${job.kind}.`)
      await whileLeased(
        () => renewJob(db, job),
        () => handler(job.subject, to),
      )
      await deleteJob(db, job)
    } catch (error) {
      if (isStopping) return releaseJob(db, job)
      const wait = error instanceof UnrecoverableJob ? undefined : BACKOFF_MS[job.attempts]
      const details = { err: error, kind: job.kind, subject: job.subject }
      if (wait === undefined) to.error(details, 'job failed; no further retry')
      else to.error(details, 'job failed; will retry')
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
