import { Piscina } from 'piscina'
import type { ReceiptContent } from '../content/receipt-content.ts'

const WORKER = new URL('./receipt-worker.ts', import.meta.url)

export interface ReceiptPrinter {
  /**
   * Returns the receipt as a PDF. Simultaneous requests for the same content share one run.
   * `visitor` is the IP address of a caller who is not signed in. Throws PrintQueueFullError.
   */
  print(content: ReceiptContent, visitor?: string): Promise<Uint8Array>
  /** Returns the receipt as SVG, in the same queue; a receipt that takes over ten seconds fails. */
  draw(content: ReceiptContent, visitor: string): Promise<string>
  /** Stops the worker; unfinished receipts fail. */
  close(): Promise<void>
}

export class PrintQueueFullError extends Error {
  override name = 'PrintQueueFullError'
}

/**
 * Prints one receipt at a time in a worker thread. The thread starts with the first receipt, ends
 * after `idleMs` without work, and is replaced after a crash or a timeout of `limitMs`.
 */
export function receiptPrinter({
  worker = WORKER,
  idleMs = 60_000,
  limitMs = 30_000,
  drawingLimitMs = 10_000,
  maxWaiting = 200,
  reservedForStaff = 50,
  maxPerVisitor = 10,
} = {}): ReceiptPrinter {
  const pool = new Piscina({
    filename: worker.href,
    minThreads: 0,
    maxThreads: 1,
    // The compiler frees memory in the worker's event loop, which waiting with Atomics would block.
    atomics: 'disabled',
    idleTimeout: idleMs,
    // Hides the server's environment and arguments, which may hold passwords, from the worker.
    env: {},
    argv: [],
    execArgv: [],
  })
  // Without a listener, a worker that fails to start would end the process.
  pool.on('error', (error) => startFailure?.abort(error))
  let startFailure: AbortController | undefined
  let isClosed = false
  /** The visitor of each unfinished task in the order of the queue; undefined for staff. */
  const unfinished: (string | undefined)[] = []
  let last: Promise<unknown> = Promise.resolve()
  const shared = new Map<string, Promise<Uint8Array>>()

  function isFullFor(visitor: string | undefined): boolean {
    const waiting = unfinished.length - 1
    if (visitor === undefined) return waiting >= maxWaiting
    const own = unfinished.filter((other) => other === visitor).length
    return own >= maxPerVisitor || waiting >= maxWaiting - reservedForStaff
  }

  /** Queues here, not in the pool, so that a task's time limit starts only when the task starts. */
  async function enqueue<Result>(task: () => Promise<Result>, visitor?: string): Promise<Result> {
    if (isClosed) throw closedError()
    if (isFullFor(visitor)) throw new PrintQueueFullError(`${unfinished.length} receipts are waiting.`)
    unfinished.push(visitor)
    const result = last.then(task).finally(() => unfinished.shift())
    last = result.catch(() => undefined)
    return result
  }

  async function run(name: 'print' | 'draw', content: ReceiptContent, taskLimitMs: number) {
    if (isClosed) throw closedError()
    startFailure = new AbortController()
    const signal = AbortSignal.any([startFailure.signal, AbortSignal.timeout(taskLimitMs)])
    try {
      return await pool.run(content, { name, signal })
    } catch (error) {
      if (isClosed) throw closedError()
      throw signal.aborted ? signal.reason : error
    }
  }

  return {
    print(content, visitor) {
      // Omits the bytes of pictures, because their keys identify them.
      const key = JSON.stringify(content, (name, value) => (name === 'base64' ? undefined : value))
      const existing = shared.get(key)
      if (existing) return existing
      const printed = enqueue<Uint8Array>(() => run('print', content, limitMs), visitor).finally(() =>
        shared.delete(key),
      )
      shared.set(key, printed)
      return printed
    },
    draw: (content, visitor) => enqueue<string>(() => run('draw', content, drawingLimitMs), visitor),
    async close() {
      isClosed = true
      await pool.destroy()
      await last
    },
  }
}

function closedError(): Error {
  return new Error('The receipt printer is closed.')
}
