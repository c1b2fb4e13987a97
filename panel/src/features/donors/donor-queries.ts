import { msg } from '@lingui/core/macro'
import type { DonationEntry } from '../../api/records/donation-entry.ts'
import { DONATION_STALE_KEYS } from '../../queries/donation-ledger-query.ts'
import { type DonationPageState, useDonationPage } from '../../queries/donation-pages.ts'
import { useDonationRemoval } from '../../queries/use-donation-removal.ts'
import { useUndo } from '../../queries/use-restore.ts'
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

export function useUndoDonor() {
  return useUndo('donation', ...DONATION_STALE_KEYS)
}

export function useDeleteDonor(): (donor: Donor) => Promise<unknown> {
  return useDonationRemoval().mutateAsync
}
