import { makeSmaller } from './make-smaller.ts'

interface PhotoQueue {
  /**
   * The smaller file of a photo. Repeated requests return the same file. Rejects if the photo was
   * dropped.
   */
  request: (photo: File) => Promise<File>
  /** The smaller file, once it is ready. */
  resultOf: (photo: File) => File | undefined
  /** Drops the other photos and their smaller files. */
  keepOnly: (photos: readonly File[]) => void
}

interface Job {
  made: Promise<File>
  result?: File
  controller: AbortController
}

interface PhotoQueueOptions {
  /** Called for each photo, once `resultOf` returns its smaller file. */
  onReady?: () => void
  make?: typeof makeSmaller
}

/** Makes photos smaller one at a time, so that the memory of an old phone suffices. */
export function createPhotoQueue({ onReady, make = makeSmaller }: PhotoQueueOptions = {}): PhotoQueue {
  const jobs = new Map<File, Job>()
  let last = Promise.resolve()

  function start(photo: File): Job {
    const controller = new AbortController()
    const made = last.then(() => make(photo, controller.signal))
    const job: Job = { made, controller }
    last = made.then(
      (result) => {
        job.result = result
        if (jobs.get(photo) === job) onReady?.()
      },
      () => undefined,
    )
    jobs.set(photo, job)
    return job
  }

  return {
    request: (photo) => (jobs.get(photo) ?? start(photo)).made,
    resultOf: (photo) => jobs.get(photo)?.result,
    keepOnly: (photos) => {
      for (const [photo, { controller }] of jobs) {
        if (photos.includes(photo)) continue
        controller.abort()
        jobs.delete(photo)
      }
    },
  }
}
