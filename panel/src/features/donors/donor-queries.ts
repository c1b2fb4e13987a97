import { msg } from '@lingui/core/macro'
import { DONATIONS_RESTORE } from '@sevadesk/contract/donation.ts'
import { mayOpen } from '@sevadesk/contract/section.ts'
import type { DonationEntry } from '../../api/records/donation-entry.ts'
import { type DonationPageState, useDonationPage } from '../../queries/donation-pages.ts'
import { useDonationRemoval } from '../../queries/use-donation-removal.ts'
import { useMe } from '../../session/use-me.ts'
import type { SortOrder } from '../../ui/table/sort-select.tsx'

/** One row of User Information is one donation record. */
export type Donor = DonationEntry

interface DonorListing {
  /** Searched in name, e-mail and phone. */
  search: string
  sort: SortOrder
  /** From 1. */
  page: number
  perPage: number
}

export function useDonors(listing: DonorListing): DonationPageState {
  return useDonationPage({ ...listing, searchIn: 'donor' }, msg`Failed to fetch users`)
}

/** Whether the backend can restore deleted donations. */
export function useMayRestore(): boolean {
  return useMe()?.capabilities.includes(DONATIONS_RESTORE) ?? false
}

/** Whether the user may open Donations. */
export function useMayOpenDonations(): boolean {
  const me = useMe()
  return me !== null && mayOpen(me, 'Donations')
}

export function useDeleteDonor(): (donor: Donor) => Promise<unknown> {
  return useDonationRemoval().mutateAsync
}
