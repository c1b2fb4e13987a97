import { useEffect, useRef, useState } from 'react'
import { startStallTimer } from './stall-timer.ts'

/** What the sender of an upload calls and obeys. */
export interface UploadControl {
  /**
   * Receives whole per cent, 0 to 100; at 100 the server has everything. Called at every progress
   * event.
   */
  onProgress: (percent: number) => void
  /** Aborted when the user cancels, or when the form is removed. */
  signal: AbortSignal
}

export interface UploadState {
  /** Whole, 0 to 100. */
  percent: number
  isStalled: boolean
}

const START: UploadState = { percent: 0, isStalled: false }

/** Progress and cancelling of a form's upload. */
export function useUploadState() {
  const [upload, setUpload] = useState(START)
  const controller = useRef<AbortController>(null)

  useEffect(() => () => controller.current?.abort(), [])

  function update(part: Partial<UploadState>) {
    setUpload((before) => ({ ...before, ...part }))
  }

  /** Settles like `send`, which calls `restartStall` when a pause of the upload ends. */
  async function run<Result>(
    send: (control: UploadControl, restartStall: () => void) => Promise<Result>,
  ): Promise<Result> {
    controller.current = new AbortController()
    const { signal } = controller.current
    const timer = startStallTimer((isStalled) => update({ isStalled }))
    let last = 0
    setUpload(START)

    function onProgress(percent: number) {
      timer.restart()
      // Many events arrive per second: renders only when the whole per cent changes.
      if (percent !== last) update({ percent })
      last = percent
    }

    try {
      return await send({ onProgress, signal }, timer.restart)
    } finally {
      timer.stop()
    }
  }

  return { upload, run, cancel: () => controller.current?.abort() }
}
