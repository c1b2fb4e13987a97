import type { Db } from './db/schema.ts'
import { MAKE_VARIANTS } from './jobs/job-kinds.ts'
import { type JobRunner, jobRunner } from './jobs/job-runner.ts'
import type { Media } from './media/media.ts'
import { makeVariants } from './resources/pictures/picture-variant-service.ts'

/** Returns the runner of all jobs. */
export function allJobs({ db, media }: { db: Db; media: Media }): JobRunner {
  return jobRunner(db, { [MAKE_VARIANTS]: (path) => makeVariants({ db, media }, path) })
}
