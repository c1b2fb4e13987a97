import { listAdmins } from '@sevadesk/contract/admin.ts'
import { listSuccessfulDonations } from '@sevadesk/contract/donation.ts'
import type { Endpoint, EndpointSchemas } from '@sevadesk/contract/endpoint.ts'
import { listEvents } from '@sevadesk/contract/event.ts'
import { queryOptions } from '@tanstack/react-query'
import { readList } from '../../api/answer.ts'
import { call } from '../../api/call.ts'
import { type Donation, readDonation } from './donation-figures.ts'

/** Donations whose status counts as successful; the backend chooses them. */
export const successfulDonationsQuery = queryOptions({
  queryKey: ['donations', 'successful'],
  queryFn: async ({ signal }): Promise<Donation[]> =>
    (await fetchList(listSuccessfulDonations, signal)).map(readDonation),
})

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

/** The entries of a list that are objects. A failure here is logged and not shown (specification, section 8). */
async function fetchList(endpoint: Endpoint<EndpointSchemas>, signal: AbortSignal): Promise<Record<string, unknown>[]> {
  try {
    return readList(await call(endpoint, {}, { signal }))
  } catch (error) {
    if (!signal.aborted) console.error(`Dashboard: ${endpoint.path} failed`, error)
    throw error
  }
}
