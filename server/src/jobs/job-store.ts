import type { Selectable } from 'kysely'
import { newId } from '../db/id.ts'
import type { Db, Tables } from '../db/schema.ts'
import { PATIENT_KINDS } from './job-kinds.ts'

export type Job = Selectable<Tables['jobs']>

/** One job of a kind for each subject, not before `dueAt`; one that is there already stays as it is, also when it rests. */
export async function insertJobs(db: Db, kind: string, subjects: readonly string[], dueAt = new Date()): Promise<void> {
  const now = new Date().toISOString()
  const facts = { kind, attempts: 0, due_at: dueAt.toISOString(), created_at: now, failed_at: null }
  for (const some of portionsOf(subjects)) {
    await db
      .insertInto('jobs')
      .values(some.map((subject) => ({ id: newId(), subject, ...facts })))
      .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
      .execute()
  }
}

/** Of the jobs that are due the one that is so longest, a patient kind last; else the one that will be due first. Never one that rests. */
export async function findNextJob(db: Db, now: Date): Promise<Job | undefined> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('failed_at', 'is', null)
    .orderBy(({ eb, lit }) =>
      eb
        .case()
        .when('due_at', '>', now.toISOString())
        .then(lit(2))
        .when('kind', 'in', PATIENT_KINDS)
        .then(lit(1))
        .else(lit(0))
        .end(),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** `outcome` is when to try again, or that it rests until `reviveFailedJobs`. */
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

/** To be done again, as if it had never been tried. */
export async function postponeJob(db: Db, id: string, dueAt: Date): Promise<void> {
  await db.updateTable('jobs').set({ attempts: 0, due_at: dueAt.toISOString() }).where('id', '=', id).execute()
}

/** What was at fault may be mended by now: every job that rests is due, as if it were new. */
export async function reviveFailedJobs(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ failed_at: null, attempts: 0, due_at: now.toISOString() })
    .where('failed_at', 'is not', null)
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
