import { DEFAULT_CURRENCY } from './donation.ts'
import type { DonationFilter, DonationSummary, MatchSummary } from './donation-schemas.ts'
import { donorKey, matchesSearch, parseSearch, type SearchableFields } from './donation-search.ts'
import { compareSortKeys, type DonationSort, sortKeyOf, sortOrderOf } from './donation-sort.ts'
import { filtersOf, isSuccessful, matchesStatus } from './donation-status.ts'
import { type Clock, filterRange, isWithin } from './period.ts'

/** The fields of a donation that these functions read. A backend may omit all but `_id`. */
export interface DonationRecord extends SearchableFields {
  _id: string
  currency?: string | null | undefined
  localStatus?: string | null | undefined
  /** UTC ISO 8601. */
  createdAt?: string | null | undefined
}

/** Returns the donations that match a filter, without changing their order. */
export function filterDonations<Record extends DonationRecord>(
  donations: readonly Record[],
  { search = '', searchIn = 'all', status = 'all', ...range }: DonationFilter,
  clock: Clock,
): Record[] {
  const times = filterRange(range, clock)
  const query = parseSearch(search)
  return donations.filter(
    (donation) =>
      matchesStatus(donation.localStatus, status) &&
      isWithin(donation.createdAt, times) &&
      matchesSearch(donation, query, searchIn),
  )
}

/**
 * Returns the four figures (specification, section 9), how many donations are successful, and the
 * statuses that occur. A record without an amount adds 0.
 */
export function summarize(donations: readonly DonationRecord[], clock: Clock): DonationSummary {
  const month = filterRange({ period: 'month' }, clock)
  const donors = new Set<string>()
  const statuses = new Set<string | null | undefined>()
  const summary = { totalAmount: 0, monthAmount: 0, successfulCount: 0, hasOtherCurrency: false }
  for (const donation of donations) {
    statuses.add(donation.localStatus)
    const key = donorKey(donation)
    if (key !== null) donors.add(key)
    if (!isSuccessful(donation.localStatus)) continue
    const amount = donation.amount ?? 0
    summary.successfulCount += 1
    summary.totalAmount += amount
    if (isWithin(donation.createdAt, month)) summary.monthAmount += amount
    if (!isRupees(donation.currency)) summary.hasOtherCurrency = true
  }
  return { ...summary, count: donations.length, uniqueDonors: donors.size, statuses: filtersOf(statuses) }
}

/** Returns the figures of the donations that match a filter. */
export function summarizeMatches(matches: readonly Pick<DonationRecord, 'amount' | 'localStatus'>[]): MatchSummary {
  const successful = matches.filter(({ localStatus }) => isSuccessful(localStatus))
  return {
    count: matches.length,
    isCapped: false,
    successfulCount: successful.length,
    successfulAmount: successful.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
  }
}

/** A missing currency means INR. */
export function isRupees(currency: string | null | undefined): boolean {
  const code = (currency ?? '').trim()
  return code === '' || code.toUpperCase() === DEFAULT_CURRENCY
}

/**
 * Sorts by a column; ties by date and then by `_id`, all in the same direction. A record without a
 * date counts as the oldest.
 */
export function sortDonations<Record extends DonationRecord>(
  donations: readonly Record[],
  sort: DonationSort = 'latest',
): Record[] {
  const { column, direction } = sortOrderOf(sort)
  const sign = direction === 'desc' ? -1 : 1
  return donations
    .map((donation) => ({ donation, key: sortKeyOf(donation, column), time: timeOf(donation.createdAt) }))
    .sort((a, b) => {
      const order = compareSortKeys(a.key, b.key) || a.time - b.time || compareSortKeys(a.donation._id, b.donation._id)
      return sign * order
    })
    .map(({ donation }) => donation)
}

function timeOf(createdAt: string | null | undefined): number {
  const time = Date.parse(createdAt ?? '')
  return Number.isNaN(time) ? Number.MIN_SAFE_INTEGER : time
}
