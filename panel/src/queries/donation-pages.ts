import type { MessageDescriptor } from '@lingui/core'
import { DONATIONS_PER_PAGE, listDonations } from '@sevadesk/contract/donations/donation.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../api/call.ts'
import { type DonationEntry, readDonation } from '../api/records/donation-entry.ts'
import { useIsExtended } from '../session/use-is-extended.ts'
import { useTrust } from '../ui/base/trust.tsx'
import type { TablePage } from '../ui/table/data-table-pages.tsx'
import { type DonationListing, pageInput, withoutDefaults } from './donation-inputs.ts'
import type { DonationLedger } from './donation-ledger.ts'
import { DONATIONS_KEY, ledgerQuery } from './donation-ledger-query.ts'
import { type LoadingProgress, useLoadingProgress } from './loading-progress.ts'
import { readPage, slicePage, tablePage } from './table-page.ts'
import { useToday } from './use-today.ts'

export interface DonationPageState<Row = DonationEntry> extends TablePage<Row> {
  progress: LoadingProgress
}

/**
 * Asks the backend for one page, or fetches the whole list once and applies the contract's rules
 * here. `errorMessage` is the toast on failure.
 */
export function useDonationPage(listing: DonationListing, errorMessage: MessageDescriptor): DonationPageState {
  const isExtended = useIsExtended()
  const today = useToday()
  const fromServer = useQuery({ ...pageQuery(listing, today, errorMessage), enabled: isExtended })
  const ledger = useQuery({ ...ledgerQuery(errorMessage), enabled: !isExtended })
  const matches = useMatches(ledger.data, listing, today)
  const state = isExtended
    ? tablePage(fromServer, fromServer.data)
    : tablePage(ledger, slicePage(matches, listing.page, listing.perPage ?? DONATIONS_PER_PAGE))
  return { ...state, progress: useLoadingProgress() }
}

/** The matches of a filter, computed again when the ledger, the filter or the day changes. */
export function useMatches(
  ledger: DonationLedger | undefined,
  { search = '', searchIn = 'all', status = 'all', period = 'all', from, to, sort }: Omit<DonationListing, 'page'>,
  today: number,
): readonly DonationEntry[] | undefined {
  const { timeZone } = useTrust()
  return useMemo(() => {
    const days = from !== undefined && to !== undefined ? { from, to } : {}
    const matches = ledger?.find({ search, searchIn, status, period, ...days }, { now: today, timeZone })
    return matches && sort === 'oldest' ? [...matches].reverse() : matches
  }, [ledger, search, searchIn, status, period, from, to, sort, timeZone, today])
}

export const PAGES_KEY = [...DONATIONS_KEY, 'page'] as const

/** A period has other limits every day. */
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
