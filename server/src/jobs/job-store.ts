import type { Selectable } from 'kysely'
import { newId } from '../db/id.ts'
import type { Db, Tables } from '../db/schema.ts'

export type Job = Selectable<Tables['jobs']>

/** One job of a kind for each subject; one that is there already stays as it is, also when it has failed for good. */
export async function insertJobs(db: Db, kind: string, subjects: readonly string[]): Promise<void> {
  const now = new Date().toISOString()
  const facts = { kind, attempts: 0, due_at: now, created_at: now, failed_at: null }
  for (const some of portionsOf(subjects)) {
    await db
      .insertInto('jobs')
      .values(some.map((subject) => ({ id: newId(), subject, ...facts })))
      .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
      .execute()
  }
}

/** The job that has been or will be due first, of those that have not failed for good. */
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

/** `outcome` is when to try again, or that nothing will be tried any more. */
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

export async function deleteJob(db: Db, id: string): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).execute()
}

/** Whatever was to be done about these. */
export async function deleteJobsAbout(db: Db, subjects: readonly string[]): Promise<void> {
  for (const some of portionsOf(subjects)) await db.deleteFrom('jobs').where('subject', 'in', some).execute()
}

/** Both databases limit the values of one statement: SQLite to 32,766. */
const PORTION = 1000

function* portionsOf<Each>(all: readonly Each[]): Generator<readonly Each[]> {
  for (let at = 0; at < all.length; at += PORTION) yield all.slice(at, at + PORTION)
}
