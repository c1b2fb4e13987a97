import { msg } from '@lingui/core/macro'
import type { DonationEntry } from '../../api/records/donation-entry.ts'
import { useDonationPage } from '../../queries/donation-pages.ts'
import { useDonationRemoval } from '../../queries/use-donation-removal.ts'
import type { TablePage } from '../../ui/table/data-table-pages.tsx'
import type { SortOrder } from '../../ui/table/sort-select.tsx'

/** One row of User Information is one donation record. */
export type UserInformationRow = DonationEntry

interface UserInformationListing {
  /** Searched in name, e-mail and phone. */
  search: string
  sort: SortOrder
  /** From 1. */
  page: number
  perPage: number
}

export function useUserInformation(listing: UserInformationListing): TablePage<DonationEntry> {
  return useDonationPage({ ...listing, searchIn: 'donor' }, msg`Failed to fetch users`)
}

export { useDonationRemoval as useRowRemoval }
