import { useLingui } from '@lingui/react/macro'
import UserPlus from '~icons/lucide/user-plus'
import { useListAddress, useShownPage } from '../../address/use-list-address.ts'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { useDeletion } from '../../ui/dialog/use-deletion.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FormToggle } from '../../ui/form/form-toggle.tsx'
import { usePageForm } from '../../ui/form/use-page-form.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { BadgesPicture } from '../../ui/pictures/illustration.tsx'
import { tableRowId } from '../../ui/table/data-table.tsx'
import { DataTablePages } from '../../ui/table/data-table-pages.tsx'
import { type AdminAccount, type AdminDraft, draftOf, newDraft } from './admin-account.ts'
import { useAdminColumns } from './admin-columns.tsx'
import { AdminForm } from './admin-form.tsx'
import { ADMINS_PER_PAGE, useAdmins, useDeleteAdmin } from './admin-queries.ts'

export function AdminsPage() {
  const { t } = useLingui()
  const me = useMe()
  const address = useListAddress()
  const list = useAdmins(address.page)
  useShownPage(address, list)

  const form = usePageForm<AdminDraft>(rowOf)
  const add = () => form.add(newDraft(me ?? {}))

  const deletion = useDeleteAdmin()
  const { deletingId, requestDeletion } = useDeletion<AdminAccount>({
    labels: {
      deleteConfirm: t({ message: 'Yes', context: 'confirms a deletion' }),
      deleted: t`Your admin has been deleted.`,
      deleteFailed: t`Failed to delete admin.`,
    },
    question: ({ username }) =>
      username
        ? t`The account of ${username} will be permanently deleted.`
        : t`This account will be permanently deleted.`,
    items: list.rows ?? [],
    remove: ({ _id }) => deletion.mutateAsync(_id),
    elementId: tableRowId,
    focusFallback: form.focusToggle,
    onDeleted: ({ _id }) => form.discard(_id),
  })
  const columns = useAdminColumns({
    me,
    isLocked: form.isSaving,
    onEdit: (account) => form.edit(draftOf(account)),
    onDelete: requestDeletion,
  })

  return (
    <>
      <PageHeader
        title={t`Admin Management`}
        purpose={t`The admins who can log in here, and the sections they can open.`}
        action={<FormToggle form={form} icon={<UserPlus aria-hidden="true" />} label={t`Add New Admin`} onOpen={add} />}
      />
      {form.props && me && <AdminForm key={form.editedId ?? 'new'} me={me} {...form.props} />}
      <DataTablePages
        labels={{ table: t`Admins`, loading: t`Loading admins...`, fetchFailed: t`Failed to fetch admins` }}
        columns={columns}
        list={list}
        perPage={ADMINS_PER_PAGE}
        onPageChange={address.setPage}
        leavingId={deletingId}
        empty={
          <EmptyState
            picture={<BadgesPicture />}
            title={t`No admins found.`}
            text={t`Each person who works here needs their own account.`}
            action={
              !form.props && (
                <Button icon={<UserPlus aria-hidden="true" />} onClick={add}>
                  {t`Add New Admin`}
                </Button>
              )
            }
          />
        }
      />
    </>
  )
}

/** A superadmin is not in the list, so an account that becomes one loses its row. */
function rowOf({ id, role }: AdminDraft): HTMLElement | null {
  return id !== undefined && role === 'admin' ? document.getElementById(tableRowId(id)) : null
}
