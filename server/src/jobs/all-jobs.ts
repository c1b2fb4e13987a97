import type { Db } from '../db/schema.ts'
import type { Media } from '../media/media.ts'
import { makeVariants } from '../resources/pictures/make-variants.ts'
import { renewPhoto } from '../resources/pictures/renew-photo.ts'
import { MAKE_VARIANTS, RENEW_PHOTO } from './job-kinds.ts'
import { type JobHandler, type JobRunner, jobRunner } from './job-runner.ts'

/** The runner of all work after the answer: that on pictures, and what the resources hand in. */
export function allJobs(
  { db, media }: { db: Db; media: Media },
  ofResources: Readonly<Record<string, JobHandler>>,
): JobRunner {
  const jobs: JobRunner = jobRunner(db, {
    ...ofResources,
    [MAKE_VARIANTS]: (path) => makeVariants({ db, media }, path),
    [RENEW_PHOTO]: (path, log) => renewPhoto({ db, media, jobs, log }, path),
  })
  return jobs
}
