import type { StorageFault } from './storage-fault.ts'

/** A full disk may take a small trial write between two calls that failed. */
const REMEMBER_MS = 60_000

/** The faults of disk and database that calls met, for the health check. */
export class RecentFaults {
  #latest: { fault: StorageFault; until: number } | undefined

  /** Ignores a busy database: the next call may succeed. Damage counts until the next start. */
  record(fault: StorageFault): void {
    if (fault === 'database_busy' || this.current() === 'database_damaged') return
    const until = fault === 'database_damaged' ? Number.POSITIVE_INFINITY : performance.now() + REMEMBER_MS
    this.#latest = { fault, until }
  }

  current(): StorageFault | undefined {
    return this.#latest && performance.now() < this.#latest.until ? this.#latest.fault : undefined
  }
}
