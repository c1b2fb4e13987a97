import type { Db } from '../db/schema.ts'
import type { Media } from '../media/media.ts'
import { makeVariants } from '../resources/pictures/make-variants.ts'
import { MAKE_VARIANTS } from './job-kinds.ts'
import { type JobHandler, type JobRunner, jobRunner } from './job-runner.ts'

/** The runner of every kind of job: pictures, and `resourceJobs`. */
export function allJobs(
  { db, media }: { db: Db; media: Media },
  resourceJobs: Readonly<Record<string, JobHandler>>,
): JobRunner {
  return jobRunner(db, { ...resourceJobs, [MAKE_VARIANTS]: (path) => makeVariants({ db, media }, path) })
}
