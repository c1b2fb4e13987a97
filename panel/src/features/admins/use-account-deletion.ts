import { useLingui } from '@lingui/react/macro'
import type { AdminRole } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { useDeletion } from '../../ui/dialog/use-deletion.ts'
import { tableRowId } from '../../ui/table/data-table.tsx'
import type { AdminAccount } from './admin-account.ts'
import { useDeleteAdmin, useUndoAdmin } from './admin-queries.ts'

/** The page's form. It closes when its account is deleted. */
export interface AccountForm {
  isSaving: boolean
  discard: (id: string) => void
  focusToggle: () => void
}

/** Deletes an account of the list of a role after confirmation. */
export function useAccountDeletion(role: AdminRole, items: readonly AdminAccount[], form: AccountForm) {
  const { t } = useLingui()
  const deletion = useDeleteAdmin(role)
  return useDeletion<AdminAccount>({
    labels: {
      deleteConfirm: t({ message: 'Yes', context: 'confirms a deletion' }),
      deleted: t`Your admin has been deleted.`,
      deleteFailed: t`Failed to delete admin.`,
    },
    question: ({ username }) =>
      username
        ? t`The account of ${username} will be permanently deleted.`
        : t`This account will be permanently deleted.`,
    items,
    remove: ({ _id }) => deletion.mutateAsync(_id),
    elementId: tableRowId,
    focusFallback: form.focusToggle,
    onDeleted: ({ _id }) => form.discard(_id),
    undo: useUndoAdmin(),
  })
}
