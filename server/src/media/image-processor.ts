import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type ImageAnswer, ImageError, type ImageTask, type ImageWork } from './image-tasks.ts'

const PROGRAM = fileURLToPath(new URL('./image-program.ts', import.meta.url))

export interface ImageProcessor {
  /** Throws an `ImageError` when the picture cannot be made; also when the program dies over it, or takes too long. */
  run<Kind extends keyof ImageWork>(kind: Kind, task: ImageWork[Kind]['task']): Promise<ImageWork[Kind]['result']>
  /** Ends the program; what it is doing fails. It would start again with the next task. */
  close(): Promise<void>
}

interface Waiting {
  task: ImageTask
  resolve(result: unknown): void
  reject(error: unknown): void
}

/**
 * Runs the image program when there is something to do: one task at a time, in the order asked, an upload before a smaller version,
 * because a person waits for it. It ends after `idleMs` without work and never keeps the server running.
 */
export function imageProcessor({ program = PROGRAM, idleMs = 30_000, taskLimitMs = 60_000 } = {}): ImageProcessor {
  let child: ChildProcess | undefined
  let isBusy = false
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
    child ??= startChild()
    perform(child, one.task, taskLimitMs)
      .then(one.resolve, one.reject)
      .finally(() => {
        isBusy = false
        idleTimer = setTimeout(() => child?.kill('SIGKILL'), idleMs).unref()
        next()
      })
  }

  function startChild(): ChildProcess {
    const started = fork(program, [], {
      serialization: 'advanced',
      // Neither the server's arguments nor its settings, with their passwords, belong where strangers' files are decoded.
      execArgv: [],
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const forget = () => {
      if (child === started) child = undefined
    }
    started.once('exit', forget)
    started.once('error', forget)
    started.unref()
    started.channel?.unref()
    return started
  }

  return {
    run<Kind extends keyof ImageWork>(kind: Kind, task: ImageWork[Kind]['task']) {
      return new Promise<ImageWork[Kind]['result']>((resolve, reject) => {
        // The program answers a task with the result of its kind: this is where the two processes meet.
        const whole = { kind, ...task } as ImageTask
        waiting.push({ task: whole, resolve: resolve as (result: unknown) => void, reject })
        next()
      })
    },
    async close() {
      clearTimeout(idleTimer)
      for (const { reject } of waiting.splice(0)) reject(unreadable('The image program is being closed.'))
      const closing = child
      if (!closing || closing.exitCode !== null || closing.signalCode !== null) return
      const gone = new Promise((resolve) => closing.once('exit', resolve))
      closing.ref()
      closing.kill('SIGKILL')
      await gone
    },
  }
}

/** Has one task done. While it runs, it keeps this process running. */
function perform(child: ChildProcess, task: ImageTask, limitMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.ref()
    child.channel?.ref()
    const limit = setTimeout(() => child.kill('SIGKILL'), limitMs)
    const settle = (outcome: () => void) => {
      clearTimeout(limit)
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd)
      child.unref()
      child.channel?.unref()
      outcome()
    }
    const onMessage = (answer: ImageAnswer) =>
      settle(() => ('result' in answer ? resolve(answer.result) : reject(new ImageError(answer.failure))))
    const onEnd = () => settle(() => reject(unreadable('The image program ended over this picture.')))
    child.on('message', onMessage).once('exit', onEnd).once('error', onEnd)
    child.send(task, (error) => {
      if (error) onEnd()
    })
  })
}

function unreadable(message: string): ImageError {
  return new ImageError({ reason: 'unreadable', message })
}
