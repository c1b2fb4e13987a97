import type { Db } from './db/schema.ts'
import { MAKE_VARIANTS, MATCH_DONORS } from './jobs/job-kinds.ts'
import { type JobRunner, jobRunner } from './jobs/job-runner.ts'
import type { Media } from './media/media.ts'
import { matchEarlierGifts } from './resources/donors/donor-service.ts'
import type { History } from './resources/history/history-service.ts'
import { makeVariants } from './resources/media-files/pending-file-service.ts'

/** Returns the runner of all jobs. */
export function allJobs({ db, media, history }: { db: Db; media: Media; history: History }): JobRunner {
  return jobRunner(db, {
    [MAKE_VARIANTS]: (path) => makeVariants({ db, media }, path),
    [MATCH_DONORS]: () => matchEarlierGifts({ db, history }),
  })
}
