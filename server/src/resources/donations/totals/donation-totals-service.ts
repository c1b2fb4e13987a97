import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { liftTimeouts } from '../../../db/engine.ts'
import type { Db } from '../../../db/schema.ts'
import { readSnapshot } from '../../../db/snapshot.ts'
import * as store from './donation-totals-check-store.ts'

interface TotalsLog {
  warn(details: object, message: string): void
}

const DAY_MS = 86_400_000
/** Days checked at every start; `npm run donations:check` checks all days. */
const RECENT_DAYS = 35

/**
 * Prepares the totals at start. Recomputes every local day if TIME_ZONE has changed; otherwise
 * compares the recent totals with the donations and repairs them.
 */
export async function prepareTotals(db: Db, timeZone: string, log: TotalsLog): Promise<void> {
  const zone = await store.findTotalsZone(db)
  if (zone !== timeZone) {
    if (zone !== null)
      log.warn({ from: zone, to: timeZone }, 'TIME_ZONE has changed; computing all donation totals anew')
    await rebuildDonations(db, timeZone)
    return
  }
  // Starts at a whole month, because a month's total consists of all its days.
  const recent = zonedDate(Date.now() - RECENT_DAYS * DAY_MS, timeZone).slice(0, 'YYYY-MM'.length)
  const recentDifferences = await readSnapshot(db, async (snapshot) => {
    await liftTimeouts(snapshot)
    return store.findTotalDifferences(snapshot, recent)
  })
  if (recentDifferences.length === 0) return
  await db.transaction().execute(async (transaction) => {
    await liftTimeouts(transaction)
    await store.lockDonations(transaction)
    const differences = await store.findTotalDifferences(transaction, recent)
    for (const difference of differences) log.warn(difference, 'a donation total differed from the donations; repaired')
    await store.rebuildTotals(transaction, recent)
  })
}

export interface DonationsCheck {
  totals: store.TotalDifference[]
  /** How many donors have a wrong number of donations. */
  donors: number
  /** How many donations have wrong computed columns. */
  columns: number
  /** How many donations the full-text table lacks or should not contain. */
  search: number
}

/** Compares everything that is computed from donations with the donations. */
export async function checkDonations(db: Db, timeZone: string): Promise<DonationsCheck> {
  return {
    totals: await store.findTotalDifferences(db),
    donors: await store.countDonorDifferences(db),
    columns: await store.countColumnDifferences(db, timeZone),
    search: await store.countSearchDifferences(db),
  }
}

/**
 * Recomputes everything that is derived from donations, in one transaction. Other writers wait.
 */
export async function rebuildDonations(db: Db, timeZone: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await liftTimeouts(transaction)
    await store.lockDonations(transaction)
    await store.rebuildColumns(transaction, timeZone)
    await store.rebuildTotals(transaction)
    await store.rebuildDonors(transaction)
    await store.rebuildSearch(transaction)
    await store.updateTotalsZone(transaction, timeZone)
  })
}
