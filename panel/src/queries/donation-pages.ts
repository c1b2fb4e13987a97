import type { MessageDescriptor } from '@lingui/core'
import { DONATIONS_PER_PAGE, listDonations } from '@sevadesk/contract/donations/donation.ts'
import { keepPreviousData, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { type DonationEntry, readDonation } from '../api/records/donation-entry.ts'
import { useIsExtended } from '../session/use-me.ts'
import { useTrust } from '../ui/base/trust.tsx'
import type { TablePage } from '../ui/table/data-table-pages.tsx'
import { allDonationsQuery } from './all-donations.ts'
import { COMPUTED, findMatches, matchesKey } from './donation-matches.ts'
import { type DonationListing, pageInput, withoutDefaults } from './page-inputs.ts'
import { DONATIONS_KEY } from './query-keys.ts'
import { readPage, slicePage, tablePage } from './table-page.ts'
import { useToday } from './use-today.ts'

/**
 * Asks the backend for one page, or fetches the whole list once and applies the contract's rules
 * here. `errorMessage` is the toast on failure.
 */
export function useDonationPage(listing: DonationListing, errorMessage: MessageDescriptor): TablePage<DonationEntry> {
  const isExtended = useIsExtended()
  const today = useToday()
  const fromServer = useQuery({ ...pageQuery(listing, today, errorMessage), enabled: isExtended })
  const all = useQuery({ ...allDonationsQuery(errorMessage), enabled: !isExtended })
  const { data: matches, isLoading, isPlaceholderData } = useMatches(all, listing, today)
  if (isExtended) return tablePage(fromServer, fromServer.data)
  const page = tablePage(all, slicePage(matches, listing.page, listing.perPage ?? DONATIONS_PER_PAGE))
  return { ...page, isOutdated: isPlaceholderData, isPending: page.isPending || isLoading }
}

/**
 * The donations of a plain backend that match a filter, newest first unless sorted by `oldest`. While
 * they are computed, those of the earlier filter stay.
 */
export function useMatches(
  { data: donations }: UseQueryResult<DonationEntry[]>,
  listing: Omit<DonationListing, 'page'>,
  today: number,
  isWanted = true,
) {
  const { timeZone } = useTrust()
  const { sort, ...filter } = withoutDefaults(listing)
  return useQuery({
    queryKey: [...matchesKey(donations), filter, today],
    queryFn: () => findMatches(donations ?? [], filter, { now: today, timeZone }),
    enabled: donations !== undefined && isWanted,
    select: sort === 'oldest' ? reverse : identity,
    placeholderData: keepPreviousData,
    ...COMPUTED,
  })
}

function identity(donations: readonly DonationEntry[]): readonly DonationEntry[] {
  return donations
}

function reverse(donations: readonly DonationEntry[]): readonly DonationEntry[] {
  return [...donations].reverse()
}

export const PAGES_KEY = [...DONATIONS_KEY, 'page'] as const

/** The key of a period has the day too, because tomorrow it has other days. */
function pageQuery(listing: DonationListing, today: number, errorMessage: MessageDescriptor) {
  const { page, perPage, ...all } = listing
  const filter = withoutDefaults(all)
  return queryOptions({
    queryKey: [...PAGES_KEY, page, perPage, filter, ...(filter.period ? [today] : [])],
    queryFn: async ({ signal }) =>
      readPage(await call(listDonations, pageInput(listing), { signal }), page, readDonation),
    placeholderData: keepPreviousData,
    meta: { errorMessage },
  })
}
