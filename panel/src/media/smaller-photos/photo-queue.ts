import { makeSmaller } from './make-smaller.ts'

interface PhotoQueue {
  /** The smaller file of a photo; the same for each request. Rejects if the photo was dropped. */
  request: (photo: File) => Promise<File>
  /** Drops the other photos. */
  keepOnly: (photos: readonly File[]) => void
}

/** Makes photos smaller one at a time, so that the memory of an old phone suffices. */
export function createPhotoQueue(make = makeSmaller): PhotoQueue {
  const jobs = new Map<File, { result: Promise<File>; controller: AbortController }>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: (photo) => {
      const existing = jobs.get(photo)
      if (existing) return existing.result
      const controller = new AbortController()
      const result = last.then(() => make(photo, controller.signal))
      last = result.catch(() => undefined)
      jobs.set(photo, { result, controller })
      return result
    },
    keepOnly: (photos) => {
      for (const [photo, { controller }] of jobs) {
        if (photos.includes(photo)) continue
        controller.abort()
        jobs.delete(photo)
      }
    },
  }
}
