import { useEffect, useRef, useState } from 'react'
import { abortable } from './abortable.ts'
import { startStallTimer } from './stall-timer.ts'

/** What the sender of an upload calls and obeys. */
export interface UploadControl {
  /**
   * Receives whole per cent, 0 to 100; at 100 the server has everything. Called at every progress
   * event.
   */
  onProgress: (percent: number) => void
  /** Waits for `work`, and shows meanwhile that files are being prepared. Rejects when aborted. */
  whilePreparing: <Result>(work: Promise<Result>) => Promise<Result>
  /** Called after the server refused all files together, before they are sent one by one. */
  onOneByOne?: () => void
  /** Aborted when the user cancels, or when the form is removed. */
  signal: AbortSignal
}

export interface UploadState {
  /** Whole, 0 to 100. */
  percent: number
  isOneByOne: boolean
  isStalled: boolean
  /** The files to send are not ready yet. */
  isPreparing: boolean
}

const START: UploadState = { percent: 0, isOneByOne: false, isStalled: false, isPreparing: false }

/** Progress and cancelling of a form's upload. */
export function useUploadState() {
  const [upload, setUpload] = useState(START)
  const controller = useRef<AbortController>(null)

  useEffect(() => () => controller.current?.abort(), [])

  function update(part: Partial<UploadState>) {
    setUpload((before) => ({ ...before, ...part }))
  }

  /** Settles like `send`. */
  async function run<Result>(send: (control: UploadControl) => Promise<Result>): Promise<Result> {
    controller.current = new AbortController()
    const { signal } = controller.current
    const timer = startStallTimer((isStalled) => update({ isStalled }))
    let last = 0
    setUpload(START)

    async function whilePreparing<Prepared>(work: Promise<Prepared>): Promise<Prepared> {
      // What is ready settles before the timer: nothing is announced.
      const announcement = setTimeout(() => update({ isPreparing: true }))
      try {
        return await abortable(work, { signal })
      } finally {
        clearTimeout(announcement)
        update({ isPreparing: false })
        timer.restart()
      }
    }

    try {
      return await send({
        whilePreparing,
        onProgress: (percent) => {
          timer.restart()
          // Many events arrive per second: renders only when the whole per cent changes.
          if (percent !== last) update({ percent })
          last = percent
        },
        onOneByOne: () => {
          last = 0
          update({ percent: 0, isOneByOne: true })
        },
        signal,
      })
    } finally {
      timer.stop()
    }
  }

  return { upload, run, cancel: () => controller.current?.abort() }
}
