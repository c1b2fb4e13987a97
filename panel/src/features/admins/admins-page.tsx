import { useLingui } from '@lingui/react/macro'
import { UserPlus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useListAddress, useShownPage } from '../../address/use-list-address.ts'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { useDeletion } from '../../ui/dialog/use-deletion.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useLeaveQuestion } from '../../ui/form/unsaved-work.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { BadgesPicture } from '../../ui/pictures/illustration.tsx'
import { tableRowId } from '../../ui/table/data-table.tsx'
import { DataTablePages } from '../../ui/table/data-table-pages.tsx'
import { type AdminAccount, type AdminDraft, draftOf, newDraft } from './admin-account.ts'
import { useAdminColumns } from './admin-columns.tsx'
import { AdminForm } from './admin-form.tsx'
import { ADMINS_PER_PAGE, useAdmins, useDeleteAdmin } from './admin-queries.ts'

/** The accounts of role admin: see, add, change, delete. */
export function AdminsPage() {
  const { t } = useLingui()
  const me = useMe()
  const address = useListAddress()
  const list = useAdmins(address.page)
  useShownPage(address, list.rows && list.page)

  const [draft, setDraft] = useState<AdminDraft>()
  const [isSaving, setSaving] = useState(false)
  const [calls, setCalls] = useState(0)
  const toggle = useRef<HTMLButtonElement>(null)
  const mayLeave = useLeaveQuestion()

  function close(saved?: AdminDraft) {
    // A superadmin is not in the list: the row of whoever was made one goes.
    const listedId = saved?.role === 'superadmin' ? undefined : draft?.id
    const row = listedId === undefined ? null : document.getElementById(tableRowId(listedId))
    // The button can take focus only once it is drawn as open to use again.
    flushSync(() => {
      setSaving(false)
      setDraft(undefined)
    })
    ;(row ?? toggle.current)?.focus()
  }

  async function askAndClose() {
    if (await mayLeave()) close()
  }

  async function edit(account: AdminAccount) {
    if (draft?.id === account._id) setCalls(calls + 1)
    else if (await mayLeave()) setDraft(draftOf(account))
  }

  const openNew = () => setDraft(newDraft(me ?? {}))

  const deletion = useDeleteAdmin()
  const { deletingId, askAndDelete } = useDeletion<AdminAccount>({
    words: {
      deleteConfirm: t`Yes`,
      deleted: t`Your admin has been deleted.`,
      deleteFailed: t`Failed to delete admin.`,
    },
    question: ({ username }) =>
      username
        ? t`The account of ${username} will be permanently deleted.`
        : t`This account will be permanently deleted.`,
    items: list.rows ?? [],
    remove: ({ _id }) => deletion.mutateAsync(_id),
    placeId: tableRowId,
    focusElsewhere: () => toggle.current?.focus(),
    onDeleted: ({ _id }) => setDraft((current) => (current?.id === _id ? undefined : current)),
  })
  const columns = useAdminColumns({
    me,
    isLocked: isSaving,
    onEdit: (account) => void edit(account),
    onDelete: askAndDelete,
  })

  return (
    <>
      <PageHeader
        title={t`Admin Management`}
        purpose={t`Who may work here, and what each of them may open.`}
        action={
          <Button
            ref={toggle}
            variant={draft ? 'secondary' : 'primary'}
            icon={draft ? <X aria-hidden="true" /> : <UserPlus aria-hidden="true" />}
            aria-expanded={draft !== undefined}
            disabled={isSaving}
            onClick={() => (draft ? void askAndClose() : openNew())}
          >
            {draft ? t`Close Form` : t`Add New Admin`}
          </Button>
        }
      />
      {draft && me && (
        <AdminForm
          key={draft.id ?? 'new'}
          initial={draft}
          me={me}
          calls={calls}
          onSaved={close}
          onClose={() => void askAndClose()}
          onSavingChange={setSaving}
        />
      )}
      <DataTablePages
        words={{ table: t`Admins`, loading: t`Loading admins...`, fetchFailed: t`Failed to fetch admins` }}
        columns={columns}
        list={list}
        perPage={ADMINS_PER_PAGE}
        onPageChange={address.setPage}
        leavingId={deletingId}
        empty={
          <EmptyState
            picture={<BadgesPicture />}
            title={t`No admins found.`}
            text={t`Everyone who works here needs an account of their own.`}
            action={
              !draft && (
                <Button icon={<UserPlus aria-hidden="true" />} onClick={openNew}>
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
