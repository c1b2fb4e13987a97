import { setImmediate } from 'node:timers/promises'
import type { Page } from '@sevadesk/contract/base/page.ts'
import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import type { DonationPageQuery, DonationSummary, MatchSummary } from '@sevadesk/contract/donations/donation-schemas.ts'
import { parseSearch } from '@sevadesk/contract/donations/donation-search.ts'
import {
  type DateSort,
  type DonationSort,
  isDateSort,
  sortOrderOf,
} from '@sevadesk/contract/donations/donation-sort.ts'
import { filtersOf, isSuccessful } from '@sevadesk/contract/donations/donation-status.ts'
import {
  type Clock,
  type DayRange,
  faultOfDays,
  filterDays,
  filterRange,
  type RangeFilter,
} from '@sevadesk/contract/donations/period.ts'
import type { Db } from '../../db/schema.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import { badRequest } from '../../errors.ts'
import { localised } from '../../text/localised-text.ts'
import { countHeldPayments } from '../held-payments/held-payment-store.ts'
import { startReading } from './batches.ts'
import { type DonationConditions, needsRows, type ReceivedRange } from './donation-conditions-store.ts'
import { listFirstDonations } from './donation-first-page-store.ts'
import { type FullDonation, type ListPosition, listDonations, listDonationsAfter } from './donation-store.ts'
import { withCancelledNumbers } from './search/cancelled-number-service.ts'
import { searchPage, summarizeSearch } from './search/donation-search-service.ts'
import { listSorted, readSorted } from './sorting/donation-sort-service.ts'
import { countRows, sumAllRows } from './totals/donation-row-totals-service.ts'
import { countByPeriod, type PeriodCount, readTotals, sumByStatus } from './totals/donation-totals-store.ts'
import { daysOf, type PageStart, skipPeriods } from './totals/page-start.ts'

export interface DonationQuery<Sort = DonationSort> {
  conditions: DonationConditions
  sort: Sort
}

/** Throws badRequest() for days that are no range. */
export function parseQuery(
  { search = '', searchIn = 'all', status = 'all', sort = 'latest', ...query }: DonationPageQuery,
  clock: Clock,
): DonationQuery {
  const range = parseRange(query)
  const { purpose, institution, mode, collector, dayOf } = query
  const conditions = {
    query: parseSearch(search),
    searchIn,
    status,
    ...(dayOf === 'receipt'
      ? { days: undefined, received: receivedRange(range, clock) }
      : { days: filterDays(range, clock) }),
    fields: { purpose, institution, mode, collector },
  }
  // All donations of one status have the same rank.
  const { column, direction } = sortOrderOf(sort)
  if (column === 'status' && status !== 'all') return { conditions, sort: direction === 'desc' ? 'latest' : 'oldest' }
  return { conditions, sort }
}

/** As `parseQuery`, but finds gifts by the numbers of their cancelled receipts too. */
export async function readQuery(db: Db, query: DonationPageQuery, clock: Clock): Promise<DonationQuery> {
  return withCancelledNumbers(db, parseQuery(query, clock))
}

/** The times of the days of a filter; undefined for all time. */
export function receivedRange(filter: RangeFilter, clock: Clock): ReceivedRange | undefined {
  const range = filterRange(filter, clock)
  return range && { from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() }
}

const BOTH_DAYS = localised('Give both a first and a last day.')
const NO_DAY = localised('Give an existing day from 1900 to 2100, such as 2026-04-01.')
const WRONG_ORDER = localised('The last day must not be before the first day.')

/** Throws badRequest() for days that are no range. */
export function parseRange({ period, from, to }: DonationPageQuery): RangeFilter {
  const range = { ...(period && { period }) }
  if (from === undefined && to === undefined) return range
  if (from === undefined || to === undefined) {
    throw badRequest(BOTH_DAYS, { [from === undefined ? 'from' : 'to']: BOTH_DAYS })
  }
  const fault = faultOfDays(from, to)
  if (fault === 'order') throw badRequest(WRONG_ORDER, { to: WRONG_ORDER })
  if (fault) throw badRequest(NO_DAY, { [fault]: NO_DAY })
  return { ...range, from, to }
}

/** Returns a page, counted from 1. A number beyond the last page returns the last page. */
export async function findPage(
  db: Db,
  { conditions, sort }: DonationQuery,
  { page, limit }: { page: number; limit: number },
): Promise<Page<FullDonation>> {
  if (conditions.query.length > 0) return searchPage(db, { conditions, sort, page, limit })
  const hasFilter = conditions.days !== undefined || needsRows(conditions)
  if (page === 1 && !hasFilter && isDateSort(sort)) {
    return { ...(await listFirstDonations(db, { status: conditions.status, sort, limit })), isCapped: false, page }
  }
  return readSnapshot(db, async (snapshot) => {
    const counts = await countDonations(snapshot, conditions.received ? 'day' : unitOf(conditions.days), conditions)
    const total = counts.reduce((sum, { count }) => sum + count, 0)
    const existing = Math.min(page, Math.max(1, Math.ceil(total / limit)))
    const offset = (existing - 1) * limit
    const rows = isDateSort(sort)
      ? await listByDate(snapshot, { conditions: withinCounts(conditions, counts), sort, counts }, { offset, limit })
      : await listSorted(snapshot, { conditions, sort }, { total, offset, limit })
    return { rows, total, isCapped: false, page: existing }
  })
}

/** Bounds the days of what was received in a range, so that no other days are read. */
function withinCounts(conditions: DonationConditions, counts: readonly PeriodCount[]): DonationConditions {
  const [first, last] = [counts[0], counts.at(-1)]
  if (!conditions.received || !first || !last) return conditions
  // The tilde sorts after every day of a month.
  return { ...conditions, days: { from: first.period, to: `${last.period}~` } }
}

type CountedQuery = DonationQuery<DateSort> & { counts: { period: string; count: number }[] }

async function listByDate(
  snapshot: Db,
  { conditions, sort, counts }: CountedQuery,
  { offset, limit }: { offset: number; limit: number },
): Promise<FullDonation[]> {
  const start = await findStart(snapshot, { days: conditions.days, offset }, { conditions, sort, counts })
  const { days } = start
  return listDonations(snapshot, { conditions: { ...conditions, days }, sort, offset: start.offset, limit })
}

/** Moves the start of a page past the whole months, then the whole days, before the page. */
async function findStart(
  snapshot: Db,
  start: PageStart,
  { conditions, sort, counts }: CountedQuery,
): Promise<PageStart> {
  if (start.offset === 0) return start
  const { period, ...inPeriod } = skipPeriods(counts, start, sort)
  const isDay = period?.length === 'YYYY-MM-DD'.length
  if (period === undefined || isDay || inPeriod.offset === 0) return inPeriod
  const days = await countDonations(snapshot, 'day', { ...conditions, days: daysOf(period) })
  return skipPeriods(days, inPeriod, sort)
}

/** Counts by totals if they can tell, else by rows. Leaves the search out. */
function countDonations(snapshot: Db, unit: 'day' | 'month', conditions: DonationConditions): Promise<PeriodCount[]> {
  return (needsRows(conditions) ? countRows : countByPeriod)(snapshot, unit, conditions)
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
  { conditions }: DonationQuery,
  limit: number,
): Promise<{ donations: FullDonation[]; totalAmount: number; hasOtherCurrency: boolean }> {
  return readSnapshot(db, async (snapshot) => {
    const { amount, hasOtherCurrency } = await readTotals(snapshot, '')
    const donations = await listDonations(snapshot, { conditions, sort: 'latest', limit })
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
  if (needsRows(conditions)) {
    return { isCapped: false, ...(await readSnapshot(db, (snapshot) => sumAllRows(snapshot, conditions))) }
  }
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
  const { conditions, sort } = query
  const counts = await readSnapshot(db, (snapshot) => countDonations(snapshot, 'day', conditions))
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const batches = isDateSort(sort)
    ? readRanges(db, { conditions, sort }, splitDays(counts, conditions.days))
    : readSorted(db, { conditions, sort }, { total, batch: BATCH })
  return startReading(batches)
}

async function* readRanges(db: Db, query: DonationQuery<DateSort>, ranges: DayRange[]): AsyncGenerator<FullDonation[]> {
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
