import { type ChildProcess, fork } from 'node:child_process'
import { ImageError, type ImageMessage, type ImageTask } from './image-task.ts'

/** A running image process. */
export interface ImageChild {
  isUsable(): boolean
  /**
   * Runs one task and keeps the server process alive meanwhile. Throws an `ImageError`, or
   * `NotStartedError` if the image process ended before it started the task. On timeout or abort
   * the image process is killed before this throws, so that it writes nothing more.
   */
  perform(task: ImageTask, limitMs: number, signal?: AbortSignal): Promise<unknown>
  /** Kills the process and resolves when it has exited. */
  end(): Promise<void>
}

/** Memory limit of libjpeg, which decodes a progressive JPEG whole: 3 to 8 bytes per pixel. */
const JPEGMEM = '400M'

/** The process ended before it started the task, so the task can be retried. */
export class NotStartedError extends Error {
  override name = 'NotStartedError'
}

export function startImageChild(program: string): ImageChild {
  const child = fork(program, [], {
    serialization: 'advanced',
    // The process decodes untrusted files: it gets none of the server's arguments and secrets.
    execArgv: [],
    env: { JPEGMEM },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let isUsable = true
  const exited = new Promise<void>((resolve) => {
    const markExited = () => {
      isUsable = false
      resolve()
    }
    child.once('exit', markExited).on('error', () => {
      // A process that failed to start has no pid and emits no exit event.
      if (child.pid === undefined) markExited()
      else void end()
    })
    child.once('disconnect', () => void end())
  })
  unrefChild(child)

  function end(): Promise<void> {
    if (isUsable) child.ref()
    isUsable = false
    child.kill('SIGKILL')
    return exited
  }

  async function perform(task: ImageTask, limitMs: number, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted()
    if (!child.connected) {
      await end()
      throw new NotStartedError()
    }
    let hasStarted = false
    let isTooSlow = false
    const limit = setTimeout(() => {
      isTooSlow = true
      void end()
    }, limitMs)
    const abort = () => void end()
    const response = Promise.withResolvers<Exclude<ImageMessage, 'started'>>()
    const onMessage = (message: ImageMessage) => {
      if (message === 'started') hasStarted = true
      else response.resolve(message)
    }
    refChild(child)
    signal?.addEventListener('abort', abort)
    child.on('message', onMessage)
    child.send(task, (error) => {
      if (error) void end()
    })
    try {
      const answer = await Promise.race([response.promise, exited])
      signal?.throwIfAborted()
      if (answer && 'result' in answer) return answer.result
      if (answer) throw new ImageError(answer.failure)
      if (isTooSlow) throw new ImageError({ reason: 'too-slow', message: `The task took more than ${limitMs} ms.` })
      if (!hasStarted) throw new NotStartedError()
      throw programEnded('The image process ended during this task.')
    } finally {
      clearTimeout(limit)
      signal?.removeEventListener('abort', abort)
      child.off('message', onMessage)
      unrefChild(child)
    }
  }

  return { isUsable: () => isUsable && child.connected, perform, end }
}

export function programEnded(message: string): ImageError {
  return new ImageError({ reason: 'program-ended', message })
}

function refChild(child: ChildProcess): void {
  child.ref()
  child.channel?.ref()
}

/** An idle process does not keep the server alive. */
function unrefChild(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}
