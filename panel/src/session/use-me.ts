import { isExtended } from '@sevadesk/contract/accounts/admin.ts'
import type { CurrentAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { type DonationRight, mayInDonations } from '@sevadesk/contract/accounts/donation-rights.ts'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from './current-admin.ts'

// In its own file, so that the login screen does not load the query observer.

/**
 * The signed-in admin, or `null`. Never sends the first request: the route guard has loaded the
 * admin before any screen renders.
 */
export function useMe(): CurrentAdmin | null {
  const { data } = useQuery({ ...meQuery, enabled: (query) => Boolean(query.state.data) })
  return data ?? null
}

/** Whether the signed-in admin has a right inside Donations. */
export function useMayInDonations(right: DonationRight): boolean {
  return mayInDonations(useMe() ?? {}, right)
}

/** Whether the backend has the calls beyond the specification. */
export function useIsExtended(): boolean {
  return isExtended(useMe() ?? {})
}
