/**
 * One at a time for each account, in the order asked. What many accounts do at once, such as having photos made, then goes round
 * among them, however much one of them asks for.
 */
export class AccountTurns {
  /** An account is in here while one has its turn; what waits is called when its turn comes. */
  readonly #waiting = new Map<string, (() => void)[]>()

  /** Waits for the account's turn and answers how to end it. Throws the reason of `signal` when that is aborted first. */
  async take(account: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const queue = this.#waiting.get(account)
    if (queue) await waitIn(queue, signal)
    else this.#waiting.set(account, [])
    return () => this.#end(account)
  }

  #end(account: string): void {
    const begin = this.#waiting.get(account)?.shift()
    if (begin) begin()
    else this.#waiting.delete(account)
  }
}

async function waitIn(queue: (() => void)[], signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const leave = () => {
    const at = queue.indexOf(resolve)
    if (at < 0) return
    queue.splice(at, 1)
    reject(signal.reason)
  }
  queue.push(resolve)
  signal.addEventListener('abort', leave)
  try {
    await promise
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
