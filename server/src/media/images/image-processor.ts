import { fileURLToPath } from 'node:url'
import { Mutex } from 'async-mutex'
import { acquire } from '../../concurrency/acquire.ts'
import { type ImageChild, NotStartedError, programEnded, startImageChild } from './image-child.ts'
import type { ImageTask, ImageWork } from './image-task.ts'

const PROGRAM = fileURLToPath(new URL('./image-program.ts', import.meta.url))

export interface ImageProcessor {
  /**
   * Throws an `ImageError` if the task fails or the process crashes, times out or is closed; throws
   * the reason of `signal` when that is aborted. After an error the task writes no more files.
   */
  run<Kind extends keyof ImageWork>(
    kind: Kind,
    task: ImageWork[Kind]['task'],
    options?: { signal?: AbortSignal | undefined },
  ): Promise<ImageWork[Kind]['result']>
  /** Kills the process. Running, waiting and later tasks fail. */
  close(): Promise<void>
}

const MAX_STARTS = 3
const UPLOAD_PRIORITY = 1
const VARIANT_PRIORITY = 0

/**
 * Starts the image process on demand and runs one task at a time. Uploads go before smaller
 * versions, because a user waits for an upload. The process ends after `idleMs` without work and,
 * while idle, does not keep the server running. `taskLimitMs` is wall time: at low priority on a
 * slow and busy machine, a valid picture may take a minute.
 */
export function imageProcessor({ program = PROGRAM, idleMs = 30_000, taskLimitMs = 180_000 } = {}): ImageProcessor {
  let child: ImageChild | undefined
  let isClosed = false
  let idleTimer: NodeJS.Timeout | undefined
  const mutex = new Mutex(closed())

  async function perform(task: ImageTask, signal: AbortSignal | undefined): Promise<unknown> {
    for (let starts = 0; starts < MAX_STARTS; starts += 1) {
      if (isClosed) throw closed()
      if (!child?.isUsable()) child = start()
      try {
        return await child.perform(task, taskLimitMs, signal)
      } catch (error) {
        if (!(error instanceof NotStartedError)) throw error
      }
    }
    throw programEnded('The image process does not start.')
  }

  function start(): ImageChild {
    try {
      return startImageChild(program)
    } catch (error) {
      throw programEnded(`The image process cannot be started: ${error instanceof Error ? error.message : error}`)
    }
  }

  return {
    async run<Kind extends keyof ImageWork>(
      kind: Kind,
      task: ImageWork[Kind]['task'],
      { signal }: { signal?: AbortSignal | undefined } = {},
    ) {
      const release = await acquire(mutex, { signal, priority: kind === 'fit' ? UPLOAD_PRIORITY : VARIANT_PRIORITY })
      clearTimeout(idleTimer)
      try {
        // The child process returns the result type of the task's kind.
        return (await perform({ kind, ...task } as ImageTask, signal)) as ImageWork[Kind]['result']
      } finally {
        idleTimer = setTimeout(() => child?.end(), idleMs).unref()
        release()
      }
    },
    async close() {
      isClosed = true
      clearTimeout(idleTimer)
      mutex.cancel()
      await child?.end()
    },
  }
}

function closed(): Error {
  return programEnded('The image process is closed.')
}
