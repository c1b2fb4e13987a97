import { isRupees, sortDonations } from '@sevadesk/contract/donations/donation-figures.ts'
import type { DonationFilter, DonationSummary } from '@sevadesk/contract/donations/donation-schemas.ts'
import {
  containsWords,
  donorKey,
  parseSearch,
  type SearchQuery,
  type SearchScope,
  type SearchTexts,
  searchTexts,
  textsToSearch,
} from '@sevadesk/contract/donations/donation-search.ts'
import { filtersOf, isSuccessful, statusesOf } from '@sevadesk/contract/donations/donation-status.ts'
import { type Clock, filterRange } from '@sevadesk/contract/donations/period.ts'
import type { DonationEntry } from '../api/records/donation-entry.ts'
import { runInTimeSlices } from './time-slices.ts'

/**
 * All donations of a backend without paging, prepared so that a search of 100,000 takes a few
 * milliseconds. Results equal those of the contract's `filterDonations` and `summarize`.
 */
export interface DonationLedger {
  /** Newest first. */
  readonly donations: readonly DonationEntry[]
  /** Newest first. */
  find: (filter: DonationFilter, clock: Clock) => readonly DonationEntry[]
  summarize: (clock: Clock) => DonationSummary
  /** A copy without one donation, by its `id`. */
  without: (id: string) => DonationLedger
}

interface LedgerOptions {
  signal?: AbortSignal | undefined
  /** Receives the number of prepared donations. */
  onProgress?: ((count: number) => void) | undefined
}

/** The search data of all donations, one array per field, in list order. */
interface Normalised {
  texts: SearchTexts[]
  /** Lower case. */
  statuses: string[]
  /** Milliseconds since 1970; NaN where there is no date. */
  times: number[]
  /** Donor key (specification, section 9). */
  keys: (string | null)[]
}

/** Prepares a ledger without blocking the page. */
export async function openLedger(
  entries: readonly DonationEntry[],
  options: LedgerOptions = {},
): Promise<DonationLedger> {
  const donations = sortDonations(entries)
  const normalised: Normalised = { texts: [], statuses: [], times: [], keys: [] }

  function enter(donation: DonationEntry) {
    normalised.texts.push(searchTexts(donation))
    normalised.statuses.push(donation.localStatus.toLowerCase())
    normalised.times.push(Date.parse(donation.createdAt))
    normalised.keys.push(donorKey(donation))
  }

  await runInTimeSlices(donations, enter, options)
  return ledgerOf(donations, normalised)
}

function ledgerOf(donations: readonly DonationEntry[], normalised: Normalised): DonationLedger {
  const find = finder(donations, normalised)
  const successful = donations.filter(({ localStatus }) => isSuccessful(localStatus))
  const sums = {
    totalAmount: sumOf(successful),
    count: donations.length,
    uniqueDonors: new Set(normalised.keys.filter((key) => key !== null)).size,
    hasOtherCurrency: successful.some(({ currency }) => !isRupees(currency)),
    successfulCount: successful.length,
    statuses: filtersOf(new Set(normalised.statuses)),
  }
  return {
    donations,
    find,
    summarize: (clock) => ({ ...sums, monthAmount: sumOf(find({ status: 'authorized', period: 'month' }, clock)) }),
    without: (id) => {
      const place = donations.findIndex((donation) => donation.id === id)
      const others = <Item>(items: readonly Item[]): Item[] => items.filter((_, index) => index !== place)
      const { texts, statuses, times, keys } = normalised
      return ledgerOf(others(donations), {
        texts: others(texts),
        statuses: others(statuses),
        times: others(times),
        keys: others(keys),
      })
    },
  }
}

/** In paise. */
function sumOf(donations: readonly DonationEntry[]): number {
  return donations.reduce((sum, { amount = 0 }) => sum + amount, 0)
}

type Find = DonationLedger['find']

/** If a search narrows the previous one, only the previous matches are searched. */
function finder(donations: readonly DonationEntry[], { texts, statuses, times }: Normalised): Find {
  const everything = donations.map((_, index) => index)
  let last: { query: SearchQuery; searchIn: SearchScope; hits: readonly number[] } | undefined

  function hitsOf(query: SearchQuery, searchIn: SearchScope): readonly number[] {
    if (query.length === 0) return everything
    const isNarrower = last?.searchIn === searchIn && narrows(query, last.query, searchIn)
    const hits = ((isNarrower && last?.hits) || everything).filter((index) => {
      const own = texts[index]
      return own !== undefined && containsWords(own, query, searchIn)
    })
    last = { query, searchIn, hits }
    return hits
  }

  return ({ search = '', searchIn = 'all', status = 'all', ...days }, clock) => {
    const range = filterRange(days, clock)
    const wanted = statusesOf(status)
    const hits = hitsOf(parseSearch(search), searchIn)
    if (hits === everything && !range && !wanted) return donations
    const matches: DonationEntry[] = []
    for (const index of hits) {
      const donation = donations[index]
      const time = times[index] ?? Number.NaN
      const isInRange = !range || (time >= range.from && time < range.to)
      if (donation && isInRange && (!wanted || wanted.includes(statuses[index] ?? ''))) matches.push(donation)
    }
    return matches
  }
}

/**
 * Whether every match of a query also matches an earlier query: each earlier word must be part of
 * every spelling of some new word, and be searched in the same texts.
 */
function narrows(query: SearchQuery, earlier: SearchQuery, scope: SearchScope): boolean {
  const contains = (spelling: string, part: string) =>
    spelling.includes(part) && textsToSearch(spelling, scope) === textsToSearch(part, scope)
  return earlier.every((old) =>
    query.some((word) => word.every((spelling) => old.some((part) => contains(spelling, part)))),
  )
}
