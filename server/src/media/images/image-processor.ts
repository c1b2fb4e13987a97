import { fileURLToPath } from 'node:url'
import { ended, type ImageChild, NotBegun, startImageChild } from './image-child.ts'
import type { ImageTask, ImageWork } from './image-tasks.ts'

const PROGRAM = fileURLToPath(new URL('./image-program.ts', import.meta.url))

export interface ImageProcessor {
  /**
   * Throws an `ImageError` when the picture cannot be made; also when the program dies over it, or takes too long, or is closed.
   * Throws the reason of `signal` when that is aborted, with nothing written any more.
   */
  run<Kind extends keyof ImageWork>(
    kind: Kind,
    task: ImageWork[Kind]['task'],
    options?: { signal?: AbortSignal | undefined },
  ): Promise<ImageWork[Kind]['result']>
  /** Ends the program for good; what it is doing fails, and so does whatever is asked later. */
  close(): Promise<void>
}

interface Waiting {
  task: ImageTask
  signal: AbortSignal | undefined
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** A program that is gone before it begins, so many times in a row, cannot run here at all. */
const MOST_STARTS = 3

/**
 * Runs the image program when there is something to do: one task at a time, in the order asked, an upload before a smaller version,
 * because a person waits for it. It ends after `idleMs` without work and never keeps the server running.
 * `taskLimitMs` is by the clock, below normal priority: on a slow, busy machine a healthy picture may take a minute.
 */
export function imageProcessor({ program = PROGRAM, idleMs = 30_000, taskLimitMs = 180_000 } = {}): ImageProcessor {
  let child: ImageChild | undefined
  let isBusy = false
  let isClosed = false
  let idleTimer: NodeJS.Timeout | undefined
  const waiting: Waiting[] = []

  function next(): void {
    if (isBusy) return
    const at = Math.max(
      waiting.findIndex(({ task }) => task.kind === 'fit'),
      0,
    )
    const [one] = waiting.splice(at, 1)
    if (!one) return
    isBusy = true
    clearTimeout(idleTimer)
    perform(one)
      .then(one.resolve, one.reject)
      .finally(() => {
        isBusy = false
        idleTimer = setTimeout(() => child?.end(), idleMs).unref()
        next()
      })
  }

  async function perform({ task, signal }: Waiting): Promise<unknown> {
    for (let starts = 0; starts < MOST_STARTS; starts += 1) {
      if (isClosed) throw closed()
      if (!child?.isUsable()) child = start()
      try {
        return await child.perform(task, taskLimitMs, signal)
      } catch (error) {
        if (!(error instanceof NotBegun)) throw error
      }
    }
    throw ended('The image program does not start.')
  }

  function start(): ImageChild {
    try {
      return startImageChild(program)
    } catch (error) {
      throw ended(`The image program cannot be started: ${error instanceof Error ? error.message : error}`)
    }
  }

  return {
    async run<Kind extends keyof ImageWork>(
      kind: Kind,
      task: ImageWork[Kind]['task'],
      { signal }: { signal?: AbortSignal | undefined } = {},
    ) {
      signal?.throwIfAborted()
      if (isClosed) throw closed()
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const one: Waiting = { task: { kind, ...task } as ImageTask, signal, resolve, reject }
      const leave = () => {
        const at = waiting.indexOf(one)
        if (at < 0) return
        waiting.splice(at, 1)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave)
      waiting.push(one)
      next()
      try {
        // The program answers a task with the result of its kind: this is where the two processes meet.
        return (await promise) as ImageWork[Kind]['result']
      } finally {
        signal?.removeEventListener('abort', leave)
      }
    },
    async close() {
      isClosed = true
      clearTimeout(idleTimer)
      for (const { reject } of waiting.splice(0)) reject(closed())
      await child?.end()
    },
  }
}

function closed(): Error {
  return ended('The image program is closed.')
}
