import { useLingui } from '@lingui/react/macro'
import { mayManage } from '@sevadesk/contract/accounts/account-rights.ts'
import { isExtended } from '@sevadesk/contract/accounts/admin.ts'
import type { AdminRole, CurrentAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { useId, useState } from 'react'
import Pencil from '~icons/lucide/pencil'
import Trash from '~icons/lucide/trash'
import UserPlus from '~icons/lucide/user-plus'
import { useListAddress, useShownPage } from '../../address/use-list-address.ts'
import { useSectionName } from '../../records/account-names.ts'
import { HistoryLink } from '../../records/history-link.tsx'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { useDeletion } from '../../ui/dialog/use-deletion.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FormToggle } from '../../ui/form/form-toggle.tsx'
import { usePageForm } from '../../ui/form/use-page-form.ts'
import { EmailLink } from '../../ui/format/contact-links.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { ClampedText } from '../../ui/layout/clamped-text.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { BadgesPicture } from '../../ui/pictures/illustration.tsx'
import { type Column, tableRowId } from '../../ui/table/data-table.tsx'
import { DataTablePages } from '../../ui/table/data-table-pages.tsx'
import { type AdminAccount, type AdminDraft, draftOf, newDraft, sortSections } from './admin-account.ts'
import { AdminForm } from './admin-form.tsx'
import { ADMINS_PER_PAGE, useAdminDeletion, useAdmins, useMaySeeSuperadmins, useSuperadmins } from './admin-queries.ts'
import styles from './admins-page.module.css'

/** The page's form. It closes when its account is deleted. */
interface AccountForm {
  isSaving: boolean
  discard: (id: string) => void
  focusToggle: () => void
}

export function AdminsPage() {
  const { t } = useLingui()
  const me = useMe()
  const address = useListAddress()
  const list = useAdmins(address.page)
  useShownPage(address, list)

  const form = usePageForm<AdminDraft>(rowOf)
  const add = () => form.add(newDraft(me ?? {}))

  const onEdit = (account: AdminAccount) => form.edit(draftOf(account, me ?? {}))
  const { deletingId, requestDeletion } = useAccountDeletion('admin', list.rows ?? [], form)
  const columns = useAdminColumns({ me, isLocked: form.isSaving, onEdit, onDelete: requestDeletion })
  const maySeeSuperadmins = useMaySeeSuperadmins()

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
      {maySeeSuperadmins && me && <SuperadminList me={me} form={form} onEdit={onEdit} />}
    </>
  )
}

/** An account that changes its role loses its row in the list. */
function rowOf({ id, role, listedAs }: AdminDraft): HTMLElement | null {
  return id !== undefined && role === listedAs ? document.getElementById(tableRowId(id)) : null
}

interface SuperadminListProps {
  me: CurrentAdmin
  form: AccountForm
  onEdit: (account: AdminAccount) => void
}

/** The other superadmins, below the specified list and apart from it (reading A15). */
function SuperadminList({ me, form, onEdit }: SuperadminListProps) {
  const { t } = useLingui()
  const id = useId()
  const [page, setPage] = useState(1)
  const list = useSuperadmins(page)
  const { deletingId, requestDeletion } = useAccountDeletion('superadmin', list.rows ?? [], form)
  const columns = useAdminColumns({ me, isLocked: form.isSaving, onEdit, onDelete: requestDeletion })
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t`Other superadmins`}
      </h2>
      <p className={styles.purpose}>{t`They can open every page and manage every account, yours too.`}</p>
      <DataTablePages
        labels={{
          table: t`Other superadmins`,
          loading: t`Loading superadmins...`,
          fetchFailed: t`Failed to fetch superadmins`,
        }}
        columns={columns}
        list={list}
        perPage={ADMINS_PER_PAGE}
        onPageChange={setPage}
        leavingId={deletingId}
        empty={<EmptyState title={t`You are the only superadmin.`} />}
      />
    </section>
  )
}

/** Deletes an account of the list of a role after confirmation. */
function useAccountDeletion(role: AdminRole, items: readonly AdminAccount[], form: AccountForm) {
  const { t } = useLingui()
  const deletion = useAdminDeletion(role)
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
    remove: ({ _id }) => deletion.remove(_id),
    elementId: tableRowId,
    focusFallback: form.focusToggle,
    onDeleted: ({ _id }) => form.discard(_id),
    undo: deletion.undo,
  })
}

interface AdminColumns {
  me: CurrentAdmin | null
  /** A form is saving and must stay open. */
  isLocked: boolean
  onEdit: (account: AdminAccount) => void
  onDelete: (account: AdminAccount) => void
}

/** The columns of both lists of Admin Management. Only accounts that `me` may manage have actions. */
function useAdminColumns({ me, isLocked, onEdit, onDelete }: AdminColumns): Column<AdminAccount>[] {
  const { t } = useLingui()
  const sectionName = useSectionName()
  return [
    {
      id: 'username',
      head: t`Username`,
      kind: 'title',
      width: 18,
      cell: ({ _id, username }) => (
        <span className={styles.who}>
          <ClampedText text={username || t`No name`} />
          {_id !== '' && _id === me?._id && (
            <span className={styles.you}>{t({ message: 'You', context: 'beside the name of who is signed in' })}</span>
          )}
        </span>
      ),
    },
    { id: 'email', head: t`Email`, width: 27, cell: ({ email }) => email && <EmailLink address={email} /> },
    {
      id: 'sections',
      head: t`Sections`,
      isClamped: true,
      cell: ({ role, sections }) =>
        role === 'superadmin' ? sectionName('All') : sortSections(sections).map(sectionName).join(', ') || t`None`,
    },
    { id: 'added', head: t`Added on`, width: 12, cell: ({ createdAt }) => <DateTime moment={createdAt} /> },
    {
      id: 'actions',
      head: t`Actions`,
      kind: 'actions',
      width: '9.75rem', // three icons
      cell: (account) =>
        me &&
        account._id !== '' &&
        mayManage(me, account) && (
          <>
            <Actions account={account} isLocked={isLocked} onEdit={onEdit} onDelete={onDelete} />
            {isExtended(me) && (
              <HistoryLink kind="admin" id={account._id} name={account.username || t`No name`} look="icon" />
            )}
          </>
        ),
    },
  ]
}

interface ActionsProps extends Omit<AdminColumns, 'me'> {
  account: AdminAccount
}

function Actions({ account, isLocked, onEdit, onDelete }: ActionsProps) {
  const { t } = useLingui()
  const name = account.username || t`No name`
  return (
    <>
      <IconButton
        label={t`Edit ${name}`}
        icon={<Pencil aria-hidden="true" />}
        disabled={isLocked}
        onClick={() => onEdit(account)}
      />
      <IconButton
        label={t`Delete ${name}`}
        tone="danger"
        icon={<Trash aria-hidden="true" />}
        disabled={isLocked}
        onClick={() => onDelete(account)}
      />
    </>
  )
}
