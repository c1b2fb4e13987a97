import { msg } from '@lingui/core/macro'
import {
  DONATIONS_PER_PAGE,
  DONATIONS_RESTORE,
  listDeletedDonations,
  restoreDonation,
} from '@sevadesk/contract/donation.ts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { type DonationEntry, readDonation } from '../../api/records/donation-entry.ts'
import { readText } from '../../api/records/fields.ts'
import { DONATIONS_KEY } from '../../queries/donation-ledger-query.ts'
import { readPage, tablePage } from '../../queries/table-page.ts'
import { useReload } from '../../queries/use-send-draft.ts'
import { useMe } from '../../session/use-me.ts'
import type { TablePage } from '../../ui/table/data-table-pages.tsx'

export interface DeletedDonation extends DonationEntry {
  deletedAt: string
  /** A username; empty if unknown. */
  deletedBy: string
}

/** Whether the backend can restore deleted donations. */
export function useMayRestore(): boolean {
  return useMe()?.capabilities.includes(DONATIONS_RESTORE) ?? false
}

/** A page of the deleted donations; `page` counts from 1. */
export function useDeletedDonations(page: number): TablePage<DeletedDonation> {
  const deleted = useQuery({
    queryKey: [...DONATIONS_KEY, 'deleted', page],
    queryFn: async ({ signal }) => {
      const querystring = { page: String(page), limit: String(DONATIONS_PER_PAGE) }
      return readPage(await call(listDeletedDonations, { querystring }, { signal }), page, readDeleted)
    },
    placeholderData: keepPreviousData,
    meta: { errorMessage: msg`Failed to fetch donations.` },
  })
  return tablePage(deleted, deleted.data)
}

export function useRestoreDonation() {
  const reload = useReload(DONATIONS_KEY)
  return useMutation({
    mutationFn: (id: string) => call(restoreDonation, { params: { id } }),
    onSettled: reload,
    meta: {
      errorMessage: msg`Failed to restore donation.`,
      successMessage: msg`Donation restored successfully`,
    },
  })
}

function readDeleted(fields: Record<string, unknown>, index: number): DeletedDonation {
  return {
    ...readDonation(fields, index),
    deletedAt: readText(fields.deletedAt),
    deletedBy: readText(fields.deletedBy),
  }
}
