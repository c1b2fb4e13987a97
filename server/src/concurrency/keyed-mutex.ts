import { Mutex } from 'async-mutex'
import { acquire } from './acquire.ts'

/**
 * One mutex per key, such as an account or a path. Waiters for a key go in order of arrival;
 * different keys do not block each other.
 */
export class KeyedMutex {
  readonly #mutexes = new Map<string, { mutex: Mutex; users: number }>()

  /** Returns the release function. Throws the signal's reason if aborted first. */
  async acquire(key: string, signal?: AbortSignal): Promise<() => void> {
    const entry = this.#mutexes.get(key) ?? { mutex: new Mutex(), users: 0 }
    this.#mutexes.set(key, entry)
    entry.users += 1
    const leave = () => {
      entry.users -= 1
      if (entry.users === 0) this.#mutexes.delete(key)
    }
    try {
      const release = await acquire(entry.mutex, { signal })
      return () => {
        release()
        leave()
      }
    } catch (error) {
      leave()
      throw error
    }
  }

  async runExclusive<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const release = await this.acquire(key)
    try {
      return await task()
    } finally {
      release()
    }
  }
}
