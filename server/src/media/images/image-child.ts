import { type ChildProcess, fork } from 'node:child_process'
import { type ImageAnswer, ImageError, type ImageTask } from './image-task.ts'

/** One run of the image program. */
export interface ImageChild {
  /** Whether it can be given a task: it is neither gone nor being ended. */
  isUsable(): boolean
  /**
   * Has one task done, and keeps this process running meanwhile. Throws an `ImageError`, or `NotStartedError` when the program was gone
   * before it began. When the time is up or `signal` is aborted, the program is ended, and gone when this throws: nothing is
   * written any more.
   */
  perform(task: ImageTask, limitMs: number, signal?: AbortSignal): Promise<unknown>
  /** Ends it; resolves when it is gone. */
  end(): Promise<void>
}

/** What one JPEG may take, as its decoder reads it: a progressive one has to be held whole, which is 3 to 8 bytes for each pixel. */
const JPEGMEM = '400M'

/** The program was gone before it began with a task, which is therefore as good as new. */
export class NotStartedError extends Error {
  override name = 'NotBegun'
}

export function startImageChild(program: string): ImageChild {
  const child = fork(program, [], {
    serialization: 'advanced',
    // Neither the server's arguments nor its settings, with their passwords, belong where strangers' files are decoded.
    execArgv: [],
    env: { JPEGMEM },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let isUsable = true
  const gone = new Promise<void>((resolve) => {
    const note = () => {
      isUsable = false
      resolve()
    }
    child.once('exit', note).on('error', () => {
      // One that could not start has no number and never exits; any other error is followed by its end.
      if (child.pid === undefined) note()
      else void end()
    })
    child.once('disconnect', () => void end())
  })
  rest(child)

  function end(): Promise<void> {
    if (isUsable) child.ref()
    isUsable = false
    child.kill('SIGKILL')
    return gone
  }

  async function perform(task: ImageTask, limitMs: number, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted()
    if (!child.connected) {
      await end()
      throw new NotStartedError()
    }
    let hasBegun = false
    let isTooSlow = false
    const limit = setTimeout(() => {
      isTooSlow = true
      void end()
    }, limitMs)
    const abort = () => void end()
    const answered = Promise.withResolvers<Exclude<ImageAnswer, 'begun'>>()
    const onMessage = (answer: ImageAnswer) => {
      if (answer === 'begun') hasBegun = true
      else answered.resolve(answer)
    }
    work(child)
    signal?.addEventListener('abort', abort)
    child.on('message', onMessage)
    child.send(task, (error) => {
      if (error) void end()
    })
    try {
      const answer = await Promise.race([answered.promise, gone])
      signal?.throwIfAborted()
      if (answer && 'result' in answer) return answer.result
      if (answer) throw new ImageError(answer.failure)
      if (isTooSlow) throw new ImageError({ reason: 'too-slow', message: `A picture took more than ${limitMs} ms.` })
      if (!hasBegun) throw new NotStartedError()
      throw programEnded('The image program ended over this picture.')
    } finally {
      clearTimeout(limit)
      signal?.removeEventListener('abort', abort)
      child.off('message', onMessage)
      rest(child)
    }
  }

  return { isUsable: () => isUsable && child.connected, perform, end }
}

export function programEnded(message: string): ImageError {
  return new ImageError({ reason: 'program-ended', message })
}

function work(child: ChildProcess): void {
  child.ref()
  child.channel?.ref()
}

/** A program without work keeps nobody waiting. */
function rest(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}
