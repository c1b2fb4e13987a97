import type { Db } from './db/schema.ts'
import { MAKE_VARIANTS } from './jobs/job-kinds.ts'
import { type JobHandler, type JobRunner, jobRunner } from './jobs/job-runner.ts'
import type { Media } from './media/media.ts'
import { makeVariants } from './resources/pictures/picture-variant-service.ts'

/** Returns the runner of all jobs: those of pictures, and `resourceJobs`. */
export function allJobs(
  { db, media }: { db: Db; media: Media },
  resourceJobs: Readonly<Record<string, JobHandler>>,
): JobRunner {
  return jobRunner(db, { ...resourceJobs, [MAKE_VARIANTS]: (path) => makeVariants({ db, media }, path) })
}
