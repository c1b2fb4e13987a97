import { listAdmins } from '@sevadesk/contract/accounts/admin.ts'
import type { Endpoint, EndpointSchemas } from '@sevadesk/contract/base/endpoint.ts'
import { getSystem } from '@sevadesk/contract/base/system.ts'
import { listEvents } from '@sevadesk/contract/content/event.ts'
import { type EventDates, isEventOver } from '@sevadesk/contract/content/event-dates.ts'
import { listSuccessfulDonations } from '@sevadesk/contract/donations/donation.ts'
import { isRupees, sortDonations } from '@sevadesk/contract/donations/donation-figures.ts'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { type DonationEntry, readDonation } from '../../api/records/donation-entry.ts'
import { isRecord, readInteger } from '../../api/records/fields.ts'
import { readList } from '../../api/records/record-list.ts'
import { LATEST_COUNT, latestInput } from '../../queries/page-inputs.ts'
import { DONATIONS_KEY } from '../../queries/query-keys.ts'
import { fetchSystemStatus, useMaySeeSystem } from '../../queries/system-status.ts'
import { useToday } from '../../queries/use-today.ts'
import { useIsExtended } from '../../session/use-me.ts'
import { useTrust } from '../../ui/base/trust.tsx'

export type Donation = DonationEntry

export interface SuccessfulDonations {
  /** In paise. */
  totalAmount: number
  /** Whether the total includes a currency other than INR. */
  hasOtherCurrency: boolean
  /** Newest first. */
  latest: readonly Donation[]
}

/** Successful donations, as the backend selects them. */
export function useSuccessfulDonations(): UseQueryResult<SuccessfulDonations> {
  const isPaged = useIsExtended()
  return useQuery({
    queryKey: [...DONATIONS_KEY, 'successful', isPaged],
    queryFn: ({ signal }) =>
      logFailure(listSuccessfulDonations, signal, async () =>
        readSuccessful(await call(listSuccessfulDonations, latestInput(isPaged), { signal }), isPaged),
      ),
  })
}

/** Prefers the backend's total; a record without an amount counts as zero. */
function readSuccessful(response: unknown, isPaged: boolean): SuccessfulDonations {
  const donations = readList(response).map(readDonation)
  const totalAmount = isPaged && isRecord(response) ? readInteger(response.totalAmount) : undefined
  const hasOther = donations.some(({ currency }) => !isRupees(currency))
  return {
    hasOtherCurrency: hasOther || (isPaged && isRecord(response) && response.hasOtherCurrency === true),
    totalAmount: totalAmount ?? donations.reduce((sum, { amount = 0 }) => sum + amount, 0),
    latest: sortDonations(donations).slice(0, LATEST_COUNT),
  }
}

/** Counts the events that are not over, if the backend keeps their dates; otherwise all. */
export function useEventCount(): { hasDates: boolean; count: UseQueryResult<number> } {
  const hasDates = useIsExtended()
  const { timeZone } = useTrust()
  useToday() // counts again at midnight
  const countOf = (events: readonly EventDates[]) =>
    hasDates ? events.filter((event) => !isEventOver(event, Date.now(), timeZone)).length : events.length
  return { hasDates, count: useQuery({ ...eventDatesQuery, select: countOf }) }
}

export const eventDatesQuery = queryOptions({
  queryKey: ['events', 'dates'],
  queryFn: async ({ signal }): Promise<EventDates[]> =>
    (await fetchList(listEvents, signal)).map(({ startsAt, endsAt }) => ({ startsAt, endsAt })),
})

/**
 * Accounts with the role admin. The list holds only those (specification, section 6), so a missing
 * role counts.
 */
export const adminCountQuery = queryOptions({
  queryKey: ['admins', 'count'],
  queryFn: async ({ signal }): Promise<number> =>
    (await fetchList(listAdmins, signal)).filter(({ role }) => role !== 'superadmin').length,
})

/** Each is false for a user who may not see it, and while it is unknown. */
export function useSystemWarnings(): {
  isBackupOverdue: boolean
  isHistoryBroken: boolean
  isHistoryEndUnchecked: boolean
} {
  const { data } = useQuery({ ...statusQuery, enabled: useMaySeeSystem() })
  return {
    isBackupOverdue: data?.backup.isOverdue ?? false,
    isHistoryBroken: data?.isHistoryIntact === false,
    isHistoryEndUnchecked: data?.isHistoryEndUnchecked === true,
  }
}

/** Unlike on the System page, a failure shows no toast. */
const statusQuery = queryOptions({
  queryKey: ['system', 'warnings'],
  queryFn: ({ signal }) => logFailure(getSystem, signal, () => fetchSystemStatus(signal)),
})

function fetchList(endpoint: Endpoint<EndpointSchemas>, signal: AbortSignal): Promise<Record<string, unknown>[]> {
  return logFailure(endpoint, signal, async () => readList(await call(endpoint, {}, { signal })))
}

/** Dashboard load errors are logged and not shown (specification, section 8). */
async function logFailure<Data>({ path }: Endpoint, signal: AbortSignal, request: () => Promise<Data>): Promise<Data> {
  try {
    return await request()
  } catch (error) {
    if (!signal.aborted) console.error(`Dashboard: ${path} failed`, error)
    throw error
  }
}
