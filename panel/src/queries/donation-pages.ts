import type { MessageDescriptor } from '@lingui/core'
import { DONATIONS_PER_PAGE, listDonations } from '@sevadesk/contract/donations/donation.ts'
import { filterDonations } from '@sevadesk/contract/donations/donation-figures.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { call } from '../api/call.ts'
import { type DonationEntry, readDonation } from '../api/records/donation-entry.ts'
import { useIsExtended } from '../session/use-is-extended.ts'
import { useTrust } from '../ui/base/trust.tsx'
import type { TablePage } from '../ui/table/data-table-pages.tsx'
import { allDonationsQuery } from './all-donations.ts'
import { type DonationListing, pageInput, withoutDefaults } from './donation-inputs.ts'
import { DONATIONS_KEY } from './donation-keys.ts'
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
  const matches = useMatches(all.data, listing, today)
  return isExtended
    ? tablePage(fromServer, fromServer.data)
    : tablePage(all, slicePage(matches, listing.page, listing.perPage ?? DONATIONS_PER_PAGE))
}

/** The matches of a filter. While the user types, the earlier ones stay until they are computed. */
export function useMatches(
  donations: readonly DonationEntry[] | undefined,
  {
    search: typed = '',
    searchIn = 'all',
    status = 'all',
    period = 'all',
    from,
    to,
    sort,
  }: Omit<DonationListing, 'page'>,
  today: number,
): readonly DonationEntry[] | undefined {
  const { timeZone } = useTrust()
  const search = useDeferredValue(typed)
  return useMemo(() => {
    const days = from !== undefined && to !== undefined ? { from, to } : {}
    const filter = { search, searchIn, status, period, ...days }
    const matches = donations && filterDonations(donations, filter, { now: today, timeZone })
    return matches && sort === 'oldest' ? [...matches].reverse() : matches
  }, [donations, search, searchIn, status, period, from, to, sort, timeZone, today])
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
