import type { Mutex, MutexInterface } from 'async-mutex'

interface AcquireOptions {
  signal?: AbortSignal | undefined
  /** Waiters with a higher priority go first; waiters of equal priority in order of arrival. */
  priority?: number
}

/**
 * Waits for the mutex and returns its release function. Throws the signal's reason if the signal is
 * aborted first.
 */
export async function acquire(
  mutex: Mutex,
  { signal, priority = 0 }: AcquireOptions = {},
): Promise<MutexInterface.Releaser> {
  signal?.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal?.reason)
  const acquired = mutex.acquire(priority)
  signal?.addEventListener('abort', onAbort)
  try {
    return await Promise.race([acquired, aborted])
  } catch (error) {
    acquired.then(
      (release) => release(),
      () => undefined,
    )
    throw error
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}
