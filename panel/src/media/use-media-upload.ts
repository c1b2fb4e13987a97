import { useState } from 'react'
import { abortable } from './abortable.ts'
import { type UploadControl, useUploadState } from './use-upload-state.ts'

/** What the sender of photos or a video calls and obeys. */
export interface MediaUploadControl extends UploadControl {
  /** Waits for `work`, and shows meanwhile that files are being prepared. Rejects when aborted. */
  whilePreparing: <Result>(work: Promise<Result>) => Promise<Result>
  /** Called after the server refused all files together, before they are sent one by one. */
  onOneByOne?: () => void
}

/** `useUploadState` for files that are prepared first, and that may be sent one by one. */
export function useMediaUpload() {
  const { upload, run, cancel } = useUploadState()
  const [isPreparing, setPreparing] = useState(false)
  const [isOneByOne, setOneByOne] = useState(false)

  /** Settles like `send`. */
  function runMedia<Result>(send: (control: MediaUploadControl) => Promise<Result>): Promise<Result> {
    setPreparing(false)
    setOneByOne(false)
    return run((control, restartStall) => {
      const { onProgress, signal } = control

      async function whilePreparing<Prepared>(work: Promise<Prepared>): Promise<Prepared> {
        // What is ready settles before the timer: nothing is announced.
        const announcement = setTimeout(() => setPreparing(true))
        try {
          return await abortable(work, { signal })
        } finally {
          clearTimeout(announcement)
          setPreparing(false)
          restartStall() // it was waiting for the files
        }
      }

      function onOneByOne() {
        onProgress(0)
        setOneByOne(true)
      }

      return send({ ...control, whilePreparing, onOneByOne })
    })
  }

  return { upload, isPreparing, isOneByOne, run: runMedia, cancel }
}
