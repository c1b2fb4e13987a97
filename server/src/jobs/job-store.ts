import type { ExpressionBuilder, Selectable } from 'kysely'
import { chunksOf } from '../db/chunks.ts'
import { type Db, isPostgres, type Tables } from '../db/db.ts'
import { newId } from '../db/id.ts'
import { isFree, isOwn, newLease } from '../db/lease.ts'

export type Job = Selectable<Tables['jobs']>

/** Inserts one job per subject, unless the subject has a job of this kind, even a failed one. */
export async function insertJobs(db: Db, kind: string, subjects: readonly string[], dueAt = new Date()): Promise<void> {
  const now = new Date().toISOString()
  const fields = { kind, attempts: 0, due_at: dueAt.toISOString(), created_at: now, failed_at: null }
  for (const batch of chunksOf(subjects)) {
    await db
      .insertInto('jobs')
      .values(batch.map((subject) => ({ id: newId(), subject, ...fields })))
      .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
      .execute()
  }
}

/**
 * Takes the job that was due first, so that no other server runs it. The caller renews the lease, and
 * deletes, postpones or releases the job; none of that changes a job that another server took since.
 */
export async function claimJob(db: Db, now: Date): Promise<Job | undefined> {
  const first = waitingJobs(db)
    .select('id')
    .where('due_at', '<=', now.toISOString())
    .limit(1)
    .$if(isPostgres(db), (query) => query.forUpdate().skipLocked())
  return db.updateTable('jobs').set(newLease(db)).where('id', '=', first).returningAll().executeTakeFirst()
}

/** Returns when the next job is due that no server runs. */
export async function findNextDueTime(db: Db): Promise<string | undefined> {
  return (await waitingJobs(db).select('due_at').limit(1).executeTakeFirst())?.due_at
}

function waitingJobs(db: Db) {
  return db.selectFrom('jobs').where('failed_at', 'is', null).where(isFree(db)).orderBy('due_at').orderBy('id')
}

export async function renewJob(db: Db, { id }: Job): Promise<void> {
  await db.updateTable('jobs').set(newLease(db)).where('id', '=', id).where(isOwn()).execute()
}

/** Lets another server run the job. */
export async function releaseJob(db: Db, { id }: Job): Promise<void> {
  await db.updateTable('jobs').set({ leased_until_ms: null }).where('id', '=', id).where(isOwn()).execute()
}

/** `outcome` is the time of the next attempt, or of giving up. */
export async function updateFailedJob(
  db: Db,
  { id, attempts }: Job,
  outcome: { dueAt: Date } | { failedAt: Date },
): Promise<void> {
  const change =
    'dueAt' in outcome ? { due_at: outcome.dueAt.toISOString() } : { failed_at: outcome.failedAt.toISOString() }
  await db
    .updateTable('jobs')
    .set({ attempts: attempts + 1, leased_until_ms: null, ...change })
    .where('id', '=', id)
    .where(isOwn())
    .execute()
}

/** Makes jobs of a kind due that were given up. */
export async function retryFailedJobs(db: Db, kind: string): Promise<void> {
  const failed = db.updateTable('jobs').where('kind', '=', kind).where('failed_at', 'is not', null)
  await failed.set({ attempts: 0, due_at: new Date().toISOString(), failed_at: null }).execute()
}

export async function deleteJob(db: Db, { id }: Job): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).where(isOwn()).execute()
}

/** The longest wait between two attempts is a day; with a margin. */
const MAX_WAIT_MS = 2 * 24 * 60 * 60 * 1000

/**
 * Makes jobs from the future due now. The clock was ahead when they were inserted or postponed, and
 * they would wait as long.
 */
export async function limitFutureJobs(db: Db, now: Date): Promise<void> {
  const [at, latest] = [now.toISOString(), new Date(now.getTime() + MAX_WAIT_MS).toISOString()]
  const isFuture = (job: ExpressionBuilder<Tables, 'jobs'>) =>
    job.or([job('created_at', '>', at), job('due_at', '>', latest)])
  // Reads first, because there is hardly ever such a job and a write would wait for other writes.
  const future = await db.selectFrom('jobs').select('id').where(isFuture).limit(1).executeTakeFirst()
  if (future) await db.updateTable('jobs').set({ due_at: at, created_at: at }).where(isFuture).execute()
}

/** Deletes the jobs of every kind for these subjects. */
export async function deleteJobsAbout(db: Db, subjects: readonly string[]): Promise<void> {
  for (const batch of chunksOf(subjects)) await db.deleteFrom('jobs').where('subject', 'in', batch).execute()
}
