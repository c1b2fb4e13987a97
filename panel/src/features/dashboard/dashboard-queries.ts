import { listAdmins } from '@sevadesk/contract/admin.ts'
import { listSuccessfulDonations } from '@sevadesk/contract/donation.ts'
import { isRupees, sortDonations } from '@sevadesk/contract/donation-figures.ts'
import type { Endpoint, EndpointSchemas } from '@sevadesk/contract/endpoint.ts'
import { listEvents } from '@sevadesk/contract/event.ts'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { isRecord, readList } from '../../api/answer.ts'
import { call } from '../../api/call.ts'
import { type DonationEntry, readDonation, readPaise } from '../../api/records/donation-entry.ts'
import { DONATIONS_KEY } from '../../queries/donation-ledger-query.ts'
import { useIsPaged } from '../../queries/donation-pages.ts'

/** How many the dashboard lists (specification, section 9). */
const SHOWN = 5

/** A donation as the dashboard lists it. */
export type Donation = DonationEntry

export interface SuccessfulDonations {
  /** Of all of them, in paise. */
  totalAmount: number
  /** Whether an amount in another currency is in it. */
  hasOtherCurrency: boolean
  /** Newest first. */
  latest: readonly Donation[]
}

/** Donations whose status counts as successful; the backend chooses them. A server that sums by itself sends no more than are shown. */
export function useSuccessfulDonations(): UseQueryResult<SuccessfulDonations> {
  const isPaged = useIsPaged()
  return useQuery({
    queryKey: [...DONATIONS_KEY, 'successful', isPaged],
    queryFn: ({ signal }) =>
      logged(listSuccessfulDonations, signal, async () => {
        const querystring = isPaged ? { limit: String(SHOWN) } : {}
        return readSuccessful(await call(listSuccessfulDonations, { querystring }, { signal }), isPaged)
      }),
  })
}

/** The sum is the server's where it sums by itself; a record without an amount adds nothing. */
function readSuccessful(answer: unknown, isPaged: boolean): SuccessfulDonations {
  const donations = readList(answer).map(readDonation)
  const totalAmount = isPaged && isRecord(answer) ? readPaise(answer.totalAmount) : undefined
  const isInOther = donations.some(({ currency }) => !isRupees(currency))
  return {
    hasOtherCurrency: isInOther || (isPaged && isRecord(answer) && answer.hasOtherCurrency === true),
    totalAmount: totalAmount ?? donations.reduce((sum, { amount = 0 }) => sum + amount, 0),
    latest: sortDonations(donations).slice(0, SHOWN),
  }
}

/** How many events there are: an event has no date, so all count as upcoming. */
export const eventCountQuery = queryOptions({
  queryKey: ['events', 'count'],
  queryFn: async ({ signal }): Promise<number> => (await fetchList(listEvents, signal)).length,
})

/** How many accounts of role admin there are. The list holds no other (specification, section 6), so one that names no role is one. */
export const adminCountQuery = queryOptions({
  queryKey: ['admins', 'count'],
  queryFn: async ({ signal }): Promise<number> =>
    (await fetchList(listAdmins, signal)).filter(({ role }) => role !== 'superadmin').length,
})

/** The entries of a list that are objects. */
function fetchList(endpoint: Endpoint<EndpointSchemas>, signal: AbortSignal): Promise<Record<string, unknown>[]> {
  return logged(endpoint, signal, async () => readList(await call(endpoint, {}, { signal })))
}

/** A failure here is logged and not shown (specification, section 8). */
async function logged<Answer>({ path }: Endpoint, signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!signal.aborted) console.error(`Dashboard: ${path} failed`, error)
    throw error
  }
}
