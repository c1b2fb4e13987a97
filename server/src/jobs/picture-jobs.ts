import type { Db } from '../db/schema.ts'
import type { Media } from '../media/media.ts'
import { MAKE_VARIANTS, RENEW_PHOTO } from './job-kinds.ts'
import { type JobRunner, jobRunner } from './job-runner.ts'
import { makeVariants } from './make-variants.ts'
import { renewPhoto } from './renew-photo.ts'

/** The runner of all work on pictures after the answer. */
export function pictureJobs({ db, media }: { db: Db; media: Media }): JobRunner {
  const jobs: JobRunner = jobRunner(db, {
    [MAKE_VARIANTS]: (path) => makeVariants({ db, media }, path),
    [RENEW_PHOTO]: (path, log) => renewPhoto({ db, media, jobs, log }, path),
  })
  return jobs
}
