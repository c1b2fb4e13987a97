import { useEffect, useState } from 'react'
import { canBeSmaller } from './make-smaller.ts'
import { createPhotoQueue } from './photo-queue.ts'

interface SmallerPhotosOptions {
  /** The chosen files. */
  files: readonly File[]
  isEnabled: boolean
  /** Sends the originals, except those above `maxBytes`, which the server would refuse. */
  sendOriginal: boolean
  maxBytes: number | undefined
}

export interface SmallerPhotos {
  /** The file that is sent for a chosen file; `undefined` until it is ready. */
  fileToSend: (file: File) => File | undefined
  /** Resolves to the files to send once all are ready. Rejects with `AbortError` if aborted. */
  prepare: (files: readonly File[], signal: AbortSignal) => Promise<File[]>
}

/**
 * Makes chosen photos smaller while the user fills in the form. A photo keeps its smaller file, so
 * that a retry sends the same bytes.
 */
export function useSmallerPhotos(options: SmallerPhotosOptions): SmallerPhotos {
  const { files, isEnabled, sendOriginal, maxBytes = Number.POSITIVE_INFINITY } = options
  const [queue] = useState(() => createPhotoQueue())
  const [smaller, setSmaller] = useState<ReadonlyMap<File, File>>(new Map())

  function staysOriginal(file: File): boolean {
    return !isEnabled || !canBeSmaller(file) || (sendOriginal && file.size <= maxBytes)
  }

  useEffect(() => {
    queue.keepOnly(files)
    for (const file of files) {
      if (staysOriginal(file) || smaller.has(file)) continue
      queue.request(file).then(
        (result) => setSmaller((before) => (before.has(file) ? before : new Map(before).set(file, result))),
        () => undefined, // the user removed it
      )
    }
  })

  useEffect(() => () => queue.keepOnly([]), [queue])

  return {
    fileToSend: (file) => (staysOriginal(file) ? file : smaller.get(file)),
    prepare: (chosen, signal) => {
      const ready = Promise.all(chosen.map((file) => (staysOriginal(file) ? file : queue.request(file))))
      const aborted = new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
      return Promise.race([ready, aborted])
    },
  }
}
