import { DEFAULT_CURRENCY } from './donation.ts'
import type { DonationFilter, DonationSummary } from './donation-schemas.ts'
import { type DonorFields, donorKey, matchesSearch, needlesOf } from './donation-search.ts'
import { isSuccessful, matchesStatus } from './donation-status.ts'
import { isWithin, periodSpan } from './period.ts'

/** A donation as far as the rules look at it. A foreign backend may leave out everything. */
export interface DonationRecord extends DonorFields {
  _id: string
  /** Integer paise. */
  amount?: number | null | undefined
  currency?: string | null | undefined
  localStatus?: string | null | undefined
  /** UTC ISO 8601. */
  createdAt?: string | null | undefined
}

/** In which zone the periods are meant, and what moment it is, in milliseconds since 1970. */
export interface Clock {
  now: number
  timeZone: string
}

/** The donations of a filter, in the order in which they came. */
export function filterDonations<Record extends DonationRecord>(
  donations: readonly Record[],
  { search = '', searchIn = 'all', status = 'all', period = 'all' }: DonationFilter,
  { now, timeZone }: Clock,
): Record[] {
  const span = periodSpan(period, now, timeZone)
  const needles = needlesOf(search)
  return donations.filter(
    (donation) =>
      matchesStatus(donation.localStatus, status) &&
      isWithin(donation.createdAt, span) &&
      matchesSearch(donation, needles, searchIn),
  )
}

/** The four figures (specification, section 9; reading D5). A record without an amount adds nothing. */
export function summarize(donations: readonly DonationRecord[], { now, timeZone }: Clock): DonationSummary {
  const month = periodSpan('month', now, timeZone)
  const donors = new Set<string>()
  const summary = { totalAmount: 0, monthAmount: 0, count: donations.length, uniqueDonors: 0, hasOtherCurrency: false }
  for (const donation of donations) {
    const key = donorKey(donation)
    if (key !== null) donors.add(key)
    if (!isSuccessful(donation.localStatus)) continue
    const amount = donation.amount ?? 0
    summary.totalAmount += amount
    if (isWithin(donation.createdAt, month)) summary.monthAmount += amount
    if (!isRupees(donation.currency)) summary.hasOtherCurrency = true
  }
  return { ...summary, uniqueDonors: donors.size }
}

/** A missing currency means INR (reading D9). */
export function isRupees(currency: string | null | undefined): boolean {
  const code = (currency ?? '').trim()
  return code === '' || code.toUpperCase() === DEFAULT_CURRENCY
}

/** Newest first or oldest first, ties by `_id` in the same direction; what has no date counts as the oldest (reading D11). */
export function sortDonations<Record extends DonationRecord>(
  donations: readonly Record[],
  order: 'latest' | 'oldest' = 'latest',
): Record[] {
  const direction = order === 'latest' ? -1 : 1
  return donations
    .map((donation) => ({ donation, time: timeOf(donation.createdAt) }))
    .sort((a, b) => direction * (a.time - b.time || compare(a.donation._id, b.donation._id)))
    .map(({ donation }) => donation)
}

function timeOf(createdAt: string | null | undefined): number {
  const time = Date.parse(createdAt ?? '')
  return Number.isNaN(time) ? Number.MIN_SAFE_INTEGER : time
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
