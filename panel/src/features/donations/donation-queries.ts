import { msg } from '@lingui/core/macro'
import { summarizeDonations } from '@sevadesk/contract/donation.ts'
import { type Query, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import type { DonationEntry } from '../../api/records/donation-entry.ts'
import { isRecord, readInteger } from '../../api/records/fields.ts'
import type { DonationListing } from '../../queries/donation-inputs.ts'
import { DONATIONS_KEY, ledgerQuery } from '../../queries/donation-ledger-query.ts'
import { type DonationPageState, useDonationPage, useIsPaged } from '../../queries/donation-pages.ts'
import { useToday } from '../../queries/use-today.ts'
import { useTrust } from '../../ui/base/trust.tsx'

export type Donation = DonationEntry

const FETCH_FAILED = msg`Failed to fetch donations.`

export function useDonations(listing: DonationListing): DonationPageState {
  const queryClient = useQueryClient()
  const failed = {
    queryKey: DONATIONS_KEY,
    type: 'active',
    predicate: ({ state }: Query) => state.status === 'error',
  } as const
  // Retrying the list also retries other failed donation queries, such as the totals.
  return { ...useDonationPage(listing, FETCH_FAILED), refetch: () => queryClient.refetchQueries(failed) }
}

/**
 * Totals over all donations, amounts in paise; `undefined` if missing in the response.
 */
interface DonationTotals {
  totalAmount: number | undefined
  monthAmount: number | undefined
  count: number | undefined
  uniqueDonors: number | undefined
  hasOtherCurrency: boolean
  /** Number of held payments. */
  heldPayments?: number | undefined
}

interface SummaryState {
  figures: DonationTotals | undefined
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}

export function useDonationSummary(): SummaryState {
  const isPaged = useIsPaged()
  const { timeZone } = useTrust()
  const today = useToday()
  const fromServer = useQuery({ ...summaryQuery(today), enabled: isPaged })
  const ledger = useQuery({ ...ledgerQuery(FETCH_FAILED), enabled: !isPaged })
  const summed = useMemo(() => ledger.data?.summarize({ now: today, timeZone }), [ledger.data, today, timeZone])
  const { isPending, isFetching, refetch } = isPaged ? fromServer : ledger
  return { figures: isPaged ? fromServer.data : summed, isPending, isFetching, refetch }
}

/**
 * "This Month" has other limits on another day. No toast on failure: the cards show dashes. If the
 * list fails too, it shows a toast.
 */
function summaryQuery(today: number) {
  return queryOptions({
    queryKey: [...DONATIONS_KEY, 'summary', today],
    queryFn: async ({ signal }) => readSummary(await call(summarizeDonations, {}, { signal })),
  })
}

function readSummary(response: unknown): DonationTotals {
  const data = isRecord(response) ? response.data : undefined
  if (!isRecord(data)) throw new ApiError({ kind: 'bad-response', status: 200 })
  return {
    totalAmount: readInteger(data.totalAmount),
    monthAmount: readInteger(data.monthAmount),
    count: readInteger(data.count),
    uniqueDonors: readInteger(data.uniqueDonors),
    hasOtherCurrency: data.hasOtherCurrency === true,
    heldPayments: isRecord(response) ? readInteger(response.heldPayments) : undefined,
  }
}
