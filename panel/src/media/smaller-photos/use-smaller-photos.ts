import { useEffect, useReducer, useState } from 'react'
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
  /** Resolves to the files to send once all are ready. */
  prepare: (files: readonly File[]) => Promise<File[]>
}

/**
 * Makes chosen photos smaller while the user fills in the form. A photo keeps its smaller file, so
 * that a retry sends the same bytes.
 */
export function useSmallerPhotos(options: SmallerPhotosOptions): SmallerPhotos {
  const { files, isEnabled, sendOriginal, maxBytes = Number.POSITIVE_INFINITY } = options
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const [queue] = useState(() => createPhotoQueue({ onReady: rerender }))

  function staysOriginal(file: File): boolean {
    return !isEnabled || !canBeSmaller(file) || (sendOriginal && file.size <= maxBytes)
  }

  useEffect(() => {
    const photos = files.filter((file) => !staysOriginal(file))
    queue.keepOnly(photos)
    for (const photo of photos) void queue.request(photo)
  })

  useEffect(() => () => queue.keepOnly([]), [queue])

  return {
    fileToSend: (file) => (staysOriginal(file) ? file : queue.resultOf(file)),
    prepare: (chosen) => Promise.all(chosen.map((file) => (staysOriginal(file) ? file : queue.request(file)))),
  }
}
