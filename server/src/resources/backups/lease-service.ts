import type { Db } from '../../db/schema.ts'
import { StartError } from '../../errors.ts'
import { LEASE_MS } from '../media-files/running-backup-store.ts'
import { renewBackup } from './backup-store.ts'

const RENEW_EVERY_MS = 60_000

/** A backup that takes longer, in milliseconds, is given up: its disk or network hangs. */
export const LONGEST_BACKUP_MS = 20 * 60 * 60_000

export interface Lease {
  /** Throws StartError if the lease has ended, so that files may have been deleted. */
  assertValid(): void
  stop(): void
}

/** Renews the lease of a backup until `stop`. */
export function startLease(db: Db, id: string): Lease {
  const [startTime, startTicks] = [Date.now(), performance.now()]
  let validUntil = startTime + LEASE_MS
  let isLost = false

  function checkClock(): void {
    const elapsed = performance.now() - startTicks
    // To a server whose clock was set back so far, the lease ends too late to be a real one.
    const isSetBack = Date.now() - startTime < elapsed - LEASE_MS / 2
    if (isSetBack || elapsed > LONGEST_BACKUP_MS) isLost = true
  }

  const timer = setInterval(async () => {
    checkClock()
    if (isLost) return
    const until = Date.now() + LEASE_MS
    // While the database is away, nobody can delete a file either.
    const isRenewed = await renewBackup(db, id, new Date(until)).catch(() => undefined)
    if (isRenewed) validUntil = until
    if (isRenewed === false) isLost = true
  }, RENEW_EVERY_MS)
  timer.unref()
  return {
    assertValid() {
      checkClock()
      if (!isLost && Date.now() < validUntil) return
      throw new StartError(
        'The backup took or paused for so long, or the clock changed so much, that files may have been deleted: start it again.',
      )
    },
    stop: () => clearInterval(timer),
  }
}
