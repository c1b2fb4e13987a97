import { useLingui } from '@lingui/react/macro'
import { refusalOf } from '../../../api/api-error.ts'
import { useDonationDeletionDialog } from '../../../records/donation-deletion.ts'
import { useDeletion } from '../../../ui/dialog/use-deletion.ts'
import { pageHeading } from '../../../ui/layout/page-header.tsx'
import { tableRowId } from '../../../ui/table/data-table.tsx'
import type { Donation } from '../list/donation-queries.ts'
import { useGiftRemoval } from './gift-queries.ts'

/** Deletes a gift that was entered by hand. */
export function useGiftDeletion(rows: readonly Donation[], onDeleted: () => void): (gift: Donation) => void {
  const { t } = useLingui()
  return useDeletion<Donation>({
    labels: {
      deleteConfirm: t({ message: 'Yes', context: 'confirms a deletion' }),
      deleted: t`The record has been deleted.`,
      deleteFailed: (error) => refusalOf(error) || t`Failed to delete the gift.`,
    },
    ...useDonationDeletionDialog((name) => t`This gift of ${name} will be removed here and from User Information.`),
    items: rows,
    ...useGiftRemoval(),
    elementId: tableRowId,
    focusFallback: () => pageHeading()?.focus(),
    onDeleted,
  }).requestDeletion
}
