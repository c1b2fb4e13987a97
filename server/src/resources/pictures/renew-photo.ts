import type { Db } from '../../db/schema.ts'
import { HttpError } from '../../errors.ts'
import { RENEW_PHOTO } from '../../jobs/job-kinds.ts'
import { HopelessJob } from '../../jobs/job-runner.ts'
import { insertJobs } from '../../jobs/job-store.ts'
import { changeFiles, type FileParts } from '../media-files/pending-files.ts'
import { listUnknownPictures, renamePicture } from './picture-store.ts'

/** Photos from before they were made fit as they arrive may still tell where they were taken: they are made anew, once each. */
export async function addRenewals(db: Db): Promise<void> {
  await insertJobs(db, RENEW_PHOTO, await listUnknownPictures(db))
}

/**
 * Makes a stored photo fit as a new upload would be, at a new path, and removes the old file. One that cannot be read stays as it is,
 * and the job is hopeless.
 */
export async function renewPhoto(parts: FileParts, path: string): Promise<void> {
  const staged = await stageAgain(parts, path)
  try {
    await changeFiles(parts, [staged], async (transaction, leave) => {
      if (!(await renamePicture(transaction, path, staged.path))) throw new PhotoGone()
      leave(path)
    })
  } catch (error) {
    if (!(error instanceof PhotoGone)) throw error
  }
}

async function stageAgain({ media }: FileParts, path: string) {
  try {
    const options = { name: path, maxBytes: Number.POSITIVE_INFINITY, kind: 'photo' } as const
    return await media.stage(media.read(path), options)
  } catch (error) {
    const isRefused = error instanceof HttpError && error.statusCode < 500
    throw isRefused ? new HopelessJob(error.message, { cause: error }) : error
  }
}

/** Somebody replaced or deleted it meanwhile. */
class PhotoGone extends Error {}
