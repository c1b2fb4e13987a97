import type { ExpressionBuilder, Selectable } from 'kysely'
import { chunksOf } from '../db/chunks.ts'
import type { Db, Tables } from '../db/db.ts'
import { newId } from '../db/id.ts'

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

/** Returns the job that is or becomes due first. Skips failed jobs. */
export async function findNextJob(db: Db): Promise<Job | undefined> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('failed_at', 'is', null)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
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
    .set({ attempts: attempts + 1, ...change })
    .where('id', '=', id)
    .execute()
}

/** Makes jobs of a kind due that were given up. */
export async function retryFailedJobs(db: Db, kind: string): Promise<void> {
  const failed = db.updateTable('jobs').where('kind', '=', kind).where('failed_at', 'is not', null)
  await failed.set({ attempts: 0, due_at: new Date().toISOString(), failed_at: null }).execute()
}

export async function deleteJob(db: Db, id: string): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).execute()
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
