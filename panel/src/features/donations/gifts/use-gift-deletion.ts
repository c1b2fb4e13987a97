import { useLingui } from '@lingui/react/macro'
import { refusalOf } from '../../../api/api-error.ts'
import { useDeletion } from '../../../ui/dialog/use-deletion.ts'
import { pageHeading } from '../../../ui/layout/page-header.tsx'
import { tableRowId } from '../../../ui/table/data-table.tsx'
import type { Donation } from '../list/donation-queries.ts'
import { useGiftRemoval } from './gift-queries.ts'

interface DeletedGift extends Donation {
  /** The number of the valid receipt. */
  receiptNumber: string | undefined
  /** Says that the deletion goes into another day's cash book; or empty. */
  bookText: string
}

/** Deletes a gift that was entered by hand. */
export function useGiftDeletion(rows: readonly Donation[], onDeleted: () => void): (gift: DeletedGift) => void {
  const { t } = useLingui()
  const { remove, undo } = useGiftRemoval()

  function question({ donorName, receiptNumber, bookText }: DeletedGift): string {
    const name = donorName || t`Anonymous`
    const removed = t`This gift of ${name} will be removed here and from User Information.`
    const receipt =
      receiptNumber !== undefined &&
      t`Its receipt ${receiptNumber} will be cancelled, and the number is not used again.`
    return [removed, receipt, bookText].filter(Boolean).join(' ')
  }

  return useDeletion<DeletedGift>({
    labels: {
      deleteConfirm: t({ message: 'Yes', context: 'confirms a deletion' }),
      deleted: t`The record has been deleted.`,
      deleteFailed: (error) => refusalOf(error) || t`Failed to delete the gift.`,
    },
    question,
    items: rows.map((row) => ({ ...row, receiptNumber: undefined, bookText: '' })),
    remove,
    elementId: tableRowId,
    focusFallback: () => pageHeading()?.focus(),
    onDeleted,
    undo,
  }).requestDeletion
}
