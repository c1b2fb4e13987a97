interface Limits {
  signal?: AbortSignal
  timeoutMs?: number
}

/**
 * Settles like `work`. Rejects with the signal's reason when aborted, and with an `Error` after
 * `timeoutMs`; a later result of `work` is then ignored.
 */
export function abortable<Result>(work: Promise<Result>, { signal, timeoutMs }: Limits): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason)
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort)
    const timer = timeoutMs && setTimeout(() => reject(new Error(`No result after ${timeoutMs} ms.`)), timeoutMs)
    const release = () => {
      signal?.removeEventListener('abort', abort)
      clearTimeout(timer)
    }
    work.finally(release).then(resolve, reject)
  })
}
