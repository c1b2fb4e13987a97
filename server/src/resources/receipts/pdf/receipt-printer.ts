import { Worker } from 'node:worker_threads'
import type { PrintAnswer, PrintTask, ReceiptSheet, SheetPicture } from './receipt-sheet.ts'

const PROGRAM = new URL('./receipt-worker.ts', import.meta.url)

export interface ReceiptPrinter {
  /**
   * The receipt as a PDF, the same bytes for the same sheet; who asks for one that somebody waits for shares that. `stranger` is the address
   * of one who is not signed in. Throws PrinterFull, and Error when it cannot be printed.
   */
  print(sheet: ReceiptSheet, stranger?: string): Promise<Uint8Array>
  /** Throws when the picture cannot be printed. */
  tryPicture(picture: SheetPicture): Promise<void>
  /** Ends the worker for good; what waits fails. */
  close(): Promise<void>
}

/** More receipts wait, or more of one stranger's, than can be printed within a time that anybody would wait. */
export class PrinterFull extends Error {
  override name = 'PrinterFull'
}

type Task = PrintTask extends infer Each ? (Each extends PrintTask ? Omit<Each, 'id'> : never) : never

interface Waiting {
  task: PrintTask
  stranger: string | undefined
  resolve(pdf: Uint8Array): void
  reject(error: Error): void
}

/**
 * Prints receipts in a worker thread, so that other answers need not wait: started by the first receipt, ended after `idleMs` without one,
 * never keeping the server running. One that takes longer than `limitMs` ends with its worker, and the next receipt starts another.
 */
export function receiptPrinter({
  program = PROGRAM,
  idleMs = 60_000,
  limitMs = 30_000,
  mostWaiting = 200,
  keptForStaff = 50,
  mostOfStranger = 10,
} = {}): ReceiptPrinter {
  let worker: Worker | undefined
  let current: Waiting | undefined
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let lastId = 0
  const waiting: Waiting[] = []
  /** What is not answered yet, by its sheet. */
  const sheets = new Map<string, Promise<Uint8Array>>()

  function next(): void {
    if (current) return
    clearTimeout(timer)
    current = waiting.shift()
    if (!current) {
      worker?.unref()
      timer = setTimeout(() => drop(), idleMs).unref()
      return
    }
    const { task } = current
    timer = setTimeout(() => fail(new Error(`A receipt took more than ${limitMs} ms.`)), limitMs)
    try {
      worker ??= start()
      worker.ref()
      worker.postMessage(task)
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)))
    }
  }

  function start(): Worker {
    // Neither the server's settings, with their passwords, nor its arguments are anything to a printer.
    const started = new Worker(program, { env: {}, execArgv: [], argv: [] })
    started.on('message', (answer: PrintAnswer) => {
      if (started !== worker || answer.id !== current?.task.id) return
      const { resolve, reject } = current
      current = undefined
      if ('pdf' in answer) resolve(answer.pdf)
      else reject(new Error(answer.failure))
      next()
    })
    started.on('error', (error) => {
      if (started === worker) fail(error instanceof Error ? error : new Error(String(error)))
    })
    started.on('exit', () => {
      if (started === worker) fail(new Error('The printer of receipts ended.'))
    })
    return started
  }

  /** The receipt in hand fails with its worker; the others go on with a new one. */
  function fail(error: Error): void {
    void drop()
    const failed = current
    current = undefined
    failed?.reject(error)
    next()
  }

  function drop(): Promise<unknown> | undefined {
    const dropped = worker
    worker = undefined
    return dropped?.terminate()
  }

  function isFullFor(stranger: string | undefined): boolean {
    if (stranger === undefined) return waiting.length >= mostWaiting
    const own = waiting.filter((one) => one.stranger === stranger).length
    return own >= mostOfStranger || waiting.length >= mostWaiting - keptForStaff
  }

  function ask(task: Task, stranger?: string): Promise<Uint8Array> {
    if (isClosed) return Promise.reject(new Error('The printer of receipts is closed.'))
    if (isFullFor(stranger)) return Promise.reject(new PrinterFull(`${waiting.length} receipts wait already.`))
    lastId += 1
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    waiting.push({ task: { id: lastId, ...task }, stranger, resolve, reject })
    next()
    return promise
  }

  function share(sheet: ReceiptSheet, stranger?: string): Promise<Uint8Array> {
    // A picture is known by its key, and may be large.
    const key = JSON.stringify(sheet, (name, value) => (name === 'base64' ? undefined : value))
    const shared = sheets.get(key)
    if (shared) return shared
    const asked = ask({ kind: 'receipt', sheet }, stranger).finally(() => sheets.delete(key))
    sheets.set(key, asked)
    return asked
  }

  return {
    print: share,
    tryPicture: async (picture) => void (await ask({ kind: 'picture', picture })),
    async close() {
      isClosed = true
      const ended = new Error('The printer of receipts is closed.')
      for (const { reject } of waiting.splice(0)) reject(ended)
      const gone = drop()
      current?.reject(ended)
      current = undefined
      clearTimeout(timer)
      await gone
    },
  }
}
