import { setImmediate } from 'node:timers/promises'
import type { Clock } from '@sevadesk/contract/donation-figures.ts'
import type { DonationPageQuery, DonationSummary, MatchSummary } from '@sevadesk/contract/donation-schemas.ts'
import { parseSearch } from '@sevadesk/contract/donation-search.ts'
import { filtersOf, isSuccessful } from '@sevadesk/contract/donation-status.ts'
import type { Page } from '@sevadesk/contract/page.ts'
import { type DayRange, periodDays } from '@sevadesk/contract/period.ts'
import { zonedDate } from '@sevadesk/contract/zoned-time.ts'
import type { Db } from '../../db/schema.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import { countHeldPayments } from '../payments/held-payment-store.ts'
import type { DonationConditions } from './donation-conditions-store.ts'
import { listFirstDonations } from './donation-first-page-store.ts'
import { type FullDonation, type ListPosition, listDonations, listDonationsAfter, type Sort } from './donation-store.ts'
import { searchPage, summarizeSearch } from './search/donation-search-service.ts'
import { countByPeriod, readTotals, sumByStatus } from './totals/donation-totals-store.ts'
import { daysOf, type PageStart, skipPeriods } from './totals/page-start.ts'

export interface DonationQuery {
  conditions: DonationConditions
  sort: Sort
}

export function parseQuery(
  { search = '', searchIn = 'all', status = 'all', period = 'all', sort = 'latest' }: DonationPageQuery,
  { now, timeZone }: Clock,
): DonationQuery {
  const days = periodDays(period, now, timeZone)
  return { conditions: { query: parseSearch(search), searchIn, status, days }, sort }
}

/** Returns a page, counted from 1. A number beyond the last page returns the last page. */
export async function findPage(
  db: Db,
  { conditions, sort }: DonationQuery,
  { page, limit }: { page: number; limit: number },
): Promise<Page<FullDonation>> {
  if (conditions.query.length > 0) return searchPage(db, { conditions, sort, page, limit })
  if (page === 1 && conditions.days === undefined) {
    return { ...(await listFirstDonations(db, { status: conditions.status, sort, limit })), isCapped: false, page }
  }
  return readSnapshot(db, async (snapshot) => {
    const counts = await countByPeriod(snapshot, unitOf(conditions.days), conditions)
    const total = counts.reduce((sum, { count }) => sum + count, 0)
    const existing = Math.min(page, Math.max(1, Math.ceil(total / limit)))
    const start = { days: conditions.days, offset: (existing - 1) * limit }
    const { days, offset } = await findStart(snapshot, start, { conditions, sort, counts })
    const rows = await listDonations(snapshot, { conditions: { ...conditions, days }, sort, offset, limit })
    return { rows, total, isCapped: false, page: existing }
  })
}

/** Moves the start of a page past the whole months, then the whole days, before the page. */
async function findStart(
  snapshot: Db,
  start: PageStart,
  { conditions, sort, counts }: DonationQuery & { counts: { period: string; count: number }[] },
): Promise<PageStart> {
  if (start.offset === 0) return start
  const { period, ...inPeriod } = skipPeriods(counts, start, sort)
  if (period === undefined || inPeriod.offset === 0) return inPeriod
  const days = await countByPeriod(snapshot, 'day', { ...conditions, days: daysOf(period) })
  return skipPeriods(days, inPeriod, sort)
}

function unitOf(days: DayRange | undefined): 'day' | 'month' {
  return days === undefined || (days.from.endsWith('-01') && days.to.endsWith('-01')) ? 'month' : 'day'
}

/**
 * Returns the first donations of a query without a search, and the total of all successful
 * donations in paise.
 */
export async function findNewest(
  db: Db,
  { conditions, sort }: DonationQuery,
  limit: number,
): Promise<{ donations: FullDonation[]; totalAmount: number; hasOtherCurrency: boolean }> {
  return readSnapshot(db, async (snapshot) => {
    const { amount, hasOtherCurrency } = await readTotals(snapshot, '')
    const donations = await listDonations(snapshot, { conditions, sort, limit })
    return { donations, totalAmount: amount, hasOtherCurrency }
  })
}

/** Returns the figures of the donations screen (specification, section 9). */
export async function summarizeDonations(db: Db, { now, timeZone }: Clock): Promise<DonationSummary> {
  const month = zonedDate(now, timeZone).slice(0, 'YYYY-MM'.length)
  const { amount, donors, statuses, ...totals } = await readTotals(db, month)
  return { ...totals, totalAmount: amount, uniqueDonors: donors, statuses: filtersOf(statuses) }
}

/** Returns the figures of the donations that match. Without a search they are sums of totals. */
export async function summarizeMatches(db: Db, { conditions }: DonationQuery): Promise<MatchSummary> {
  if (conditions.query.length > 0) return summarizeSearch(db, conditions)
  const groups = await sumByStatus(db, unitOf(conditions.days), conditions)
  const summary = { count: 0, isCapped: false, successfulCount: 0, successfulAmount: 0 }
  for (const { status, count, amount } of groups) {
    summary.count += count
    if (isSuccessful(status)) summary.successfulCount += count
    summary.successfulAmount += amount
  }
  return summary
}

/** Returns the figures of the donations screen and the number of payments that a person must check. */
export async function summarizeForScreen(
  db: Db,
  clock: Clock,
): Promise<{ data: DonationSummary; heldPayments: number }> {
  return { data: await summarizeDonations(db, clock), heldPayments: await countHeldPayments(db) }
}

const BATCH = 200

/**
 * Iterates over all donations of a query in batches. Each batch is one short read, so that a slow
 * client keeps no transaction open. Donations added or deleted meanwhile may or may not be
 * included; all others come exactly once. The first batch is read before this function returns, so
 * that a failure can still become an error response.
 */
export async function readAllDonations(db: Db, query: DonationQuery): Promise<AsyncIterable<FullDonation[]>> {
  const counts = await countByPeriod(db, 'day', query.conditions)
  const batches = readRanges(db, query, splitDays(counts, query.conditions.days))
  const first = await batches.next()
  return first.done ? batches : prepend(first.value, batches)
}

async function* prepend<Batch>(first: Batch, others: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  yield first
  yield* others
}

async function* readRanges(db: Db, query: DonationQuery, ranges: DayRange[]): AsyncGenerator<FullDonation[]> {
  const { sort } = query
  for (const days of sort === 'latest' ? ranges.toReversed() : ranges) {
    const conditions = { ...query.conditions, days }
    for (let after: ListPosition | undefined, isOver = false; !isOver; ) {
      const { donations, last } = await listDonationsAfter(db, after, { conditions, sort, limit: BATCH })
      after = last
      isOver = donations.length < BATCH
      if (donations.length > 0) yield donations
      await setImmediate()
    }
  }
}

/**
 * Splits a range into ranges of days with about a batch of donations each, so that a search never
 * reads many rows at once.
 */
function splitDays(
  counts: readonly { period: string; count: number }[],
  { from, to }: DayRange = { from: '', to: '9999-99' },
): DayRange[] {
  const ranges: DayRange[] = []
  let start = from
  let size = 0
  for (const { period, count } of counts) {
    if (size > 0 && size + count > BATCH) {
      ranges.push({ from: start, to: period })
      start = period
      size = 0
    }
    size += count
  }
  return [...ranges, { from: start, to }]
}
