import type { MessageDescriptor } from '@lingui/core'
import { DONATIONS_PAGED, DONATIONS_PER_PAGE, listDonations } from '@sevadesk/contract/donation.ts'
import { startOfZonedDay, zonedDay } from '@sevadesk/contract/zoned-time.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../api/call.ts'
import { type DonationEntry, readDonation } from '../api/records/donation-entry.ts'
import { useMe } from '../session/use-me.ts'
import { useTrust } from '../ui/base/trust.tsx'
import type { TablePage } from '../ui/table/data-table-pages.tsx'
import { type DonationListing, pageInput, withoutDefaults } from './donation-inputs.ts'
import type { DonationLedger } from './donation-ledger.ts'
import { DONATIONS_KEY, ledgerQuery } from './donation-ledger-query.ts'
import { type LoadingProgress, useLoadingProgress } from './loading-progress.ts'
import { readPage, slicePage, tablePage } from './table-page.ts'

export interface DonationPageState extends TablePage<DonationEntry> {
  progress: LoadingProgress
}

/** Whether the backend searches, filters, pages and sums donations. */
export function useIsPaged(): boolean {
  return useMe()?.capabilities.includes(DONATIONS_PAGED) ?? false
}

/**
 * Asks the backend for one page, or fetches the whole list once and applies the contract's rules
 * here. `errorMessage` is the toast on failure.
 */
export function useDonationPage(listing: DonationListing, errorMessage: MessageDescriptor): DonationPageState {
  const isPaged = useIsPaged()
  const fromServer = useQuery({ ...pageQuery(listing, errorMessage), enabled: isPaged })
  const ledger = useQuery({ ...ledgerQuery(errorMessage), enabled: !isPaged })
  const matches = useMatches(ledger.data, listing)
  const state = isPaged
    ? tablePage(fromServer, fromServer.data)
    : tablePage(ledger, slicePage(matches, listing.page, listing.perPage ?? DONATIONS_PER_PAGE))
  return { ...state, progress: useLoadingProgress() }
}

/** The matches of a filter, computed again when the ledger, the filter or the day changes. */
export function useMatches(
  ledger: DonationLedger | undefined,
  { search = '', searchIn = 'all', status = 'all', period = 'all', sort = 'latest' }: Omit<DonationListing, 'page'>,
): readonly DonationEntry[] | undefined {
  const { timeZone } = useTrust()
  // Periods consist of whole days, so the start of the day is a stable key.
  const today = startOfZonedDay(zonedDay(Date.now(), timeZone), timeZone)
  return useMemo(() => {
    const matches = ledger?.find({ search, searchIn, status, period }, { now: today, timeZone })
    return matches && sort === 'oldest' ? [...matches].reverse() : matches
  }, [ledger, search, searchIn, status, period, sort, timeZone, today])
}

export const PAGES_KEY = [...DONATIONS_KEY, 'page'] as const

function pageQuery(listing: DonationListing, errorMessage: MessageDescriptor) {
  const { page, perPage, ...filter } = listing
  return queryOptions({
    queryKey: [...PAGES_KEY, page, perPage, withoutDefaults(filter)],
    queryFn: async ({ signal }) =>
      readPage(await call(listDonations, pageInput(listing), { signal }), page, readDonation),
    placeholderData: keepPreviousData,
    meta: { errorMessage },
  })
}
