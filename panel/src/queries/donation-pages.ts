import type { MessageDescriptor } from '@lingui/core'
import { DONATIONS_PAGED, DONATIONS_PER_PAGE, listDonations } from '@sevadesk/contract/donation.ts'
import type { DonationFilter } from '@sevadesk/contract/donation-schemas.ts'
import { startOfZonedDay, zonedDay } from '@sevadesk/contract/zoned-time.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../api/call.ts'
import { type DonationEntry, readDonation } from '../api/records/donation-entry.ts'
import { useMe } from '../session/use-me.ts'
import { useTrust } from '../ui/base/trust.tsx'
import type { TablePage } from '../ui/table/data-table-pages.tsx'
import type { DonationLedger } from './donation-ledger.ts'
import { DONATIONS_KEY, ledgerQuery } from './donation-ledger-query.ts'
import { type LoadingProgress, useLoadingProgress } from './loading-progress.ts'
import { cutPage, readPage, tablePage } from './table-page.ts'

/** Which donations a screen shows, and which page of them, from 1. */
export interface DonationListing extends DonationFilter {
  sort?: 'latest' | 'oldest'
  page: number
}

/** A page of donations, from either kind of backend. */
export interface DonationPageState extends TablePage<DonationEntry> {
  /** How far a whole list has come. */
  progress: LoadingProgress
}

/** Whether the backend searches, filters, pages and sums by itself. */
export function useIsPaged(): boolean {
  return useMe()?.capabilities.includes(DONATIONS_PAGED) ?? false
}

/**
 * A page of donations. A server that can is asked for just this page; of any other backend the whole list is fetched once, and the
 * contract's rules search it here. `errorMessage` is the toast of a failure.
 */
export function useDonationPage(listing: DonationListing, errorMessage: MessageDescriptor): DonationPageState {
  const isPaged = useIsPaged()
  const fromServer = useQuery({ ...pageQuery(listing, errorMessage), enabled: isPaged })
  const ledger = useQuery({ ...ledgerQuery(errorMessage), enabled: !isPaged })
  const found = useFound(ledger.data, listing)
  const state = isPaged
    ? tablePage(fromServer, fromServer.data)
    : tablePage(ledger, cutPage(found, listing.page, DONATIONS_PER_PAGE))
  return { ...state, progress: useLoadingProgress() }
}

/** What a filter finds in a ledger, found anew when the ledger, the filter or the day changes; `undefined` without a ledger. */
function useFound(
  ledger: DonationLedger | undefined,
  { search = '', searchIn = 'all', status = 'all', period = 'all', sort = 'latest' }: DonationListing,
): readonly DonationEntry[] | undefined {
  const { timeZone } = useTrust()
  // Every period begins and ends with a day, so its first moment stands for all of it.
  const today = startOfZonedDay(zonedDay(Date.now(), timeZone), timeZone)
  return useMemo(() => {
    const found = ledger?.find({ search, searchIn, status, period }, { now: today, timeZone })
    return found && sort === 'oldest' ? [...found].reverse() : found
  }, [ledger, search, searchIn, status, period, sort, timeZone, today])
}

/** Under which the pages of a server that pages are cached. */
export const PAGES_KEY = [...DONATIONS_KEY, 'page'] as const

function pageQuery({ page, ...filter }: DonationListing, errorMessage: MessageDescriptor) {
  const querystring = withoutDefaults(filter)
  return queryOptions({
    queryKey: [...PAGES_KEY, page, querystring],
    queryFn: async ({ signal }) => {
      const place = { page: String(page), limit: String(DONATIONS_PER_PAGE) }
      return readPage(
        await call(listDonations, { querystring: { ...querystring, ...place } }, { signal }),
        page,
        readDonation,
      )
    },
    placeholderData: keepPreviousData,
    meta: { errorMessage },
  })
}

/** The part of a filter that narrows; so that one question has one address. */
export function withoutDefaults(filter: Omit<DonationListing, 'page'>): Omit<DonationListing, 'page'> {
  const { search, searchIn, status, period, sort } = filter
  return {
    ...(search && { search }),
    ...(searchIn === 'donor' && { searchIn }),
    ...(status && status !== 'all' && { status }),
    ...(period && period !== 'all' && { period }),
    ...(sort === 'oldest' && { sort }),
  }
}
