import { type Clock, isRupees, sortDonations } from '@sevadesk/contract/donation-figures.ts'
import type { DonationFilter, DonationSummary } from '@sevadesk/contract/donation-schemas.ts'
import {
  donorKey,
  donorLines,
  holdsOne,
  type Needles,
  needlesOf,
  purposeLine,
} from '@sevadesk/contract/donation-search.ts'
import { isSuccessful, statusesOf } from '@sevadesk/contract/donation-status.ts'
import { periodSpan } from '@sevadesk/contract/period.ts'
import type { DonationEntry } from '../api/donation-entry.ts'
import { inSlices } from './in-slices.ts'

/**
 * All donations of a backend that answers them in one list, made ready so that a search of 100,000 takes a few milliseconds: the text
 * of each is folded once. What it finds and sums is what the contract's `filterDonations` and `summarize` do.
 */
export interface DonationLedger {
  /** Newest first. */
  readonly donations: readonly DonationEntry[]
  /** Newest first. */
  find: (filter: DonationFilter, clock: Clock) => readonly DonationEntry[]
  summarize: (clock: Clock) => DonationSummary
}

interface LedgerOptions {
  signal?: AbortSignal | undefined
  /** Told how many donations are ready. */
  onProgress?: ((count: number) => void) | undefined
}

/** What is kept of a donation besides itself, in the order of the list. */
interface Folded {
  donors: string[]
  purposes: string[]
  /** Lower case. */
  statuses: string[]
  /** Milliseconds since 1970; NaN where there is no date. */
  times: Float64Array
}

/** Makes a ledger of donations in any order, a slice of time at a go. */
export async function openLedger(
  entries: readonly DonationEntry[],
  options: LedgerOptions = {},
): Promise<DonationLedger> {
  const donations = sortDonations(entries)
  const folded: Folded = { donors: [], purposes: [], statuses: [], times: new Float64Array(donations.length) }
  const donors = new Set<string>()
  const sums = { totalAmount: 0, hasOtherCurrency: false }

  function enter(donation: DonationEntry, index: number) {
    folded.donors.push(donorLines(donation))
    folded.purposes.push(purposeLine(donation))
    folded.statuses.push(donation.localStatus.toLowerCase())
    folded.times[index] = Date.parse(donation.createdAt)
    const key = donorKey(donation)
    if (key !== null) donors.add(key)
    if (!isSuccessful(donation.localStatus)) return
    sums.totalAmount += donation.amount ?? 0
    if (!isRupees(donation.currency)) sums.hasOtherCurrency = true
  }

  await inSlices(donations, enter, options)
  const find = finder(donations, folded)
  return {
    donations,
    find,
    summarize: (clock) => ({
      ...sums,
      monthAmount: find({ status: 'authorized', period: 'month' }, clock).reduce(
        (sum, { amount = 0 }) => sum + amount,
        0,
      ),
      count: donations.length,
      uniqueDonors: donors.size,
    }),
  }
}

type Find = DonationLedger['find']

/** Of a search that goes on typing, only what was found before is looked through again. */
function finder(donations: readonly DonationEntry[], { donors, purposes, statuses, times }: Folded): Find {
  const everything = donations.map((_, index) => index)
  let last: { needles: Needles; searchIn: string; hits: readonly number[] } | undefined

  function hitsOf(needles: Needles, searchIn: string): readonly number[] {
    if (needles.length === 0) return everything
    // What holds one of the new needles holds the old one that is a part of it.
    const isNarrower =
      last?.searchIn === searchIn && needles.every((needle) => last?.needles.some((old) => needle.includes(old)))
    const hits = ((isNarrower && last?.hits) || everything).filter(
      (index) =>
        holdsOne(donors[index] ?? '', needles) || (searchIn === 'all' && holdsOne(purposes[index] ?? '', needles)),
    )
    last = { needles, searchIn, hits }
    return hits
  }

  return ({ search = '', searchIn = 'all', status = 'all', period = 'all' }, { now, timeZone }) => {
    const span = periodSpan(period, now, timeZone)
    const wanted = statusesOf(status)
    const hits = hitsOf(needlesOf(search), searchIn)
    if (hits === everything && !span && !wanted) return donations
    const found: DonationEntry[] = []
    for (const index of hits) {
      const donation = donations[index]
      const time = times[index] ?? Number.NaN
      const isInSpan = !span || (time >= span.from && time < span.to)
      if (donation && isInSpan && (!wanted || wanted.includes(statuses[index] ?? ''))) found.push(donation)
    }
    return found
  }
}
