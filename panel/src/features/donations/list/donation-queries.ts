import { msg } from '@lingui/core/macro'
import {
  getDonation,
  isDonationId,
  listDonations,
  showDonationNumbers,
  summarizeDonations,
  summarizeMatches,
} from '@sevadesk/contract/donations/donation.ts'
import { summarizeMatches as summarizeRows } from '@sevadesk/contract/donations/donation-figures.ts'
import type { DonationFilter, DonationSummary, MatchSummary } from '@sevadesk/contract/donations/donation-schemas.ts'
import {
  SPECIFIED_STATUS_FILTERS,
  STATUS_FILTERS,
  type StatusFilter,
} from '@sevadesk/contract/donations/donation-status.ts'
import { type Query, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { dataOf } from '../../../api/read-response.ts'
import { readDonation } from '../../../api/records/donation-entry.ts'
import { allDonationsQuery } from '../../../queries/all-donations.ts'
import { COMPUTED, findSummary, matchesKey } from '../../../queries/donation-matches.ts'
import { useDonationPage, useMatches } from '../../../queries/donation-pages.ts'
import { type DonationListing, pageInput, withoutDefaults } from '../../../queries/page-inputs.ts'
import { DONATIONS_KEY } from '../../../queries/query-keys.ts'
import { readPage } from '../../../queries/table-page.ts'
import { type NamedDonation, useNamedPage, usePurposeNaming } from '../../../queries/use-purpose-naming.ts'
import { useToday } from '../../../queries/use-today.ts'
import { useIsExtended } from '../../../session/use-me.ts'
import { useTrust } from '../../../ui/base/trust.tsx'
import type { TablePage } from '../../../ui/table/data-table-pages.tsx'

export type Donation = NamedDonation

const FETCH_FAILED = msg`Failed to fetch donations.`

export function useDonations(listing: DonationListing): TablePage<Donation> {
  const queryClient = useQueryClient()
  const list = useNamedPage(useDonationPage(listing, FETCH_FAILED))
  const failed = {
    queryKey: DONATIONS_KEY,
    type: 'active',
    predicate: ({ state }: Query) => state.status === 'error',
  } as const
  // Retrying the list also retries other failed donation queries, such as the totals.
  return { ...list, refetch: () => queryClient.refetchQueries(failed) }
}

/** A browser lays out more rows slowly. */
export const MOST_PRINTED = 2000
const ROWS_PER_CALL = 100

/** Fetches all pages of a list from our server. */
export function useWholeList(listing: DonationListing) {
  const named = usePurposeNaming()
  return useMutation({
    mutationFn: async () => {
      const rows: Donation[] = []
      for (let page = 1; ; page += 1) {
        const input = pageInput({ ...listing, page, perPage: ROWS_PER_CALL })
        const loaded = readPage(await call(listDonations, input), page, readDonation)
        rows.push(...loaded.rows.map((row) => named?.(row) ?? row))
        if (loaded.rows.length < ROWS_PER_CALL || rows.length >= MOST_PRINTED) return rows
      }
    },
    meta: { errorMessage: FETCH_FAILED },
  })
}

/** Totals of all donations, and the number of held payments if the backend holds any. */
type DonationTotals = DonationSummary & { heldPayments?: number | undefined }

interface SummaryState {
  figures: DonationTotals | undefined
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}

export function useDonationSummary(): SummaryState {
  const isExtended = useIsExtended()
  const { timeZone } = useTrust()
  const today = useToday()
  const fromServer = useQuery({ ...summaryQuery(today), enabled: isExtended })
  const all = useQuery({ ...allDonationsQuery(FETCH_FAILED), enabled: !isExtended })
  const computed = useQuery({
    queryKey: [...matchesKey(all.data), 'summary', today],
    queryFn: () => findSummary(all.data ?? [], { now: today, timeZone }),
    enabled: all.data !== undefined && !isExtended,
    ...COMPUTED,
  })
  const { isFetching, refetch } = isExtended ? fromServer : all
  const { data: figures, isPending } = isExtended ? fromServer : computed
  return { figures, isPending: isPending && !all.error, isFetching, refetch }
}

/**
 * "This Month" has other limits on another day. No toast on failure: the cards show dashes. If the
 * list fails too, it shows a toast.
 */
function summaryQuery(today: number) {
  return queryOptions({
    queryKey: [...DONATIONS_KEY, 'summary', today],
    queryFn: async ({ signal }): Promise<DonationTotals> => {
      const response = await call(summarizeDonations, {}, { signal })
      return { ...dataOf(response), heldPayments: response.heldPayments }
    },
  })
}

type StatusFilters = readonly ['all', ...StatusFilter[]]

/** The values of the status filter that the backend accepts. */
export function useStatusFilters(): StatusFilters {
  return useIsExtended() ? STATUS_FILTERS : SPECIFIED_STATUS_FILTERS
}

/** The options of the status filter: those specified, then others that occur or are chosen. */
export function useStatusOptions(chosen: StatusFilter): readonly StatusFilter[] {
  const { figures } = useDonationSummary()
  const specified: readonly StatusFilter[] = SPECIFIED_STATUS_FILTERS
  return useStatusFilters().filter(
    (status) => specified.includes(status) || status === chosen || figures?.statuses?.some((each) => each === status),
  )
}

/** Figures of the donations that match a filter; null where unknown. The amount is in paise. */
export type MatchFigures = Pick<MatchSummary, 'successfulCount' | 'successfulAmount'>

/** Asks the backend, or adds up the matches of the whole list. Returns nothing until `isWanted`. */
export function useMatchFigures(filter: DonationFilter, isWanted: boolean): MatchFigures | undefined {
  const isExtended = useIsExtended()
  const today = useToday()
  const fromServer = useQuery({ ...matchQuery(filter, today), enabled: isExtended && isWanted })
  const all = useQuery({ ...allDonationsQuery(FETCH_FAILED), enabled: !isExtended })
  const { data: matches } = useMatches(all, filter, today, isWanted)
  const summed = useMemo(() => matches && summarizeRows(matches), [matches])
  return isExtended ? fromServer.data : summed
}

// Without a toast on failure: the line then shows the number of matches alone.
function matchQuery(filter: DonationFilter, today: number) {
  const querystring = withoutDefaults(filter)
  return queryOptions({
    queryKey: [...DONATIONS_KEY, 'matches', querystring, ...(querystring.period ? [today] : [])],
    queryFn: async ({ signal }): Promise<MatchFigures> =>
      dataOf(await call(summarizeMatches, { querystring }, { signal })),
  })
}

/**
 * One donation that may not be on the page; null if it does not exist. Returns nothing until `id` is
 * given. No toast on failure.
 */
export function useDonation(id: string | undefined) {
  const named = usePurposeNaming()
  return useQuery({
    queryKey: [...DONATIONS_KEY, 'one', id],
    queryFn: ({ signal }) => findDonation(id ?? '', signal),
    enabled: id !== undefined,
    select: (donation) => donation && named?.(donation),
  })
}

/** `id` is part of an address and may be any text. */
async function findDonation(id: string, signal: AbortSignal): Promise<Donation | null> {
  if (!isDonationId(id)) return null
  try {
    const donation = readDonation(dataOf(await call(getDonation, { params: { id } }, { signal })), 0)
    return donation._id === id ? donation : null
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** The PAN of a donation in full. The history records each call. */
export function useShowPan() {
  return useMutation({
    mutationFn: async (id: string) => dataOf(await call(showDonationNumbers, { params: { id } })).pan,
    meta: { errorMessage: msg`Could not show the PAN. Try again.` },
  })
}
