import { msg } from '@lingui/core/macro'
import { summarizeDonations } from '@sevadesk/contract/donation.ts'
import { startOfZonedDay, zonedDay } from '@sevadesk/contract/zoned-time.ts'
import { type Query, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isRecord } from '../../api/answer.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { type DonationEntry, readPaise } from '../../api/records/donation-entry.ts'
import { DONATIONS_KEY, ledgerQuery } from '../../queries/donation-ledger-query.ts'
import {
  type DonationListing,
  type DonationPageState,
  useDonationPage,
  useIsPaged,
} from '../../queries/donation-pages.ts'
import { useTrust } from '../../ui/base/trust.tsx'

/** A donation as the screens of this feature show it. */
export type Donation = DonationEntry

const FETCH_FAILED = msg`Failed to fetch donations.`

export function useDonations(listing: DonationListing): DonationPageState {
  const queryClient = useQueryClient()
  const failed = {
    queryKey: DONATIONS_KEY,
    type: 'active',
    predicate: ({ state }: Query) => state.status === 'error',
  } as const
  // What failed with the list, such as the figures, is asked for again with it.
  return { ...useDonationPage(listing, FETCH_FAILED), refetch: () => queryClient.refetchQueries(failed) }
}

/** The four figures over all donations (reading D5), sums in paise; each is `undefined` where it could not be had. */
interface SummaryFigures {
  totalAmount: number | undefined
  monthAmount: number | undefined
  count: number | undefined
  uniqueDonors: number | undefined
  hasOtherCurrency: boolean
}

interface SummaryState {
  figures: SummaryFigures | undefined
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}

export function useDonationSummary(): SummaryState {
  const isPaged = useIsPaged()
  const { timeZone } = useTrust()
  const fromServer = useQuery({ ...summaryQuery, enabled: isPaged })
  const ledger = useQuery({ ...ledgerQuery(FETCH_FAILED), enabled: !isPaged })
  const today = startOfZonedDay(zonedDay(Date.now(), timeZone), timeZone)
  const summed = useMemo(() => ledger.data?.summarize({ now: today, timeZone }), [ledger.data, today, timeZone])
  const { isPending, isFetching, refetch } = isPaged ? fromServer : ledger
  return { figures: isPaged ? fromServer.data : summed, isPending, isFetching, refetch }
}

// Without a toast of its own: what is told of the list goes for both, and the cards show where figures are missing.
const summaryQuery = queryOptions({
  queryKey: [...DONATIONS_KEY, 'summary'],
  queryFn: async ({ signal }) => readSummary(await call(summarizeDonations, {}, { signal })),
})

function readSummary(answer: unknown): SummaryFigures {
  const data = isRecord(answer) ? answer.data : undefined
  if (!isRecord(data)) throw new ApiError({ kind: 'bad-answer', status: 200 })
  return {
    totalAmount: readPaise(data.totalAmount),
    monthAmount: readPaise(data.monthAmount),
    count: readPaise(data.count),
    uniqueDonors: readPaise(data.uniqueDonors),
    hasOtherCurrency: data.hasOtherCurrency === true,
  }
}
