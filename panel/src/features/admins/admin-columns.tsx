import { useLingui } from '@lingui/react/macro'
import { mayManage } from '@sevadesk/contract/accounts/account-rights.ts'
import { isExtended } from '@sevadesk/contract/accounts/admin.ts'
import type { CurrentAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import Pencil from '~icons/lucide/pencil'
import Trash from '~icons/lucide/trash'
import { useSectionName } from '../../records/account-names.ts'
import { HistoryLink } from '../../records/history-link.tsx'
import { EmailLink } from '../../ui/format/contact-links.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { ClampedText } from '../../ui/layout/clamped-text.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { type AdminAccount, sortSections } from './admin-account.ts'
import styles from './admin-columns.module.css'

interface AdminColumns {
  me: CurrentAdmin | null
  /** A form is saving and must stay open. */
  isLocked: boolean
  onEdit: (account: AdminAccount) => void
  onDelete: (account: AdminAccount) => void
}

/** The columns of both lists of Admin Management. Only accounts that `me` may manage have actions. */
export function useAdminColumns({ me, isLocked, onEdit, onDelete }: AdminColumns): Column<AdminAccount>[] {
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
      width: 12,
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
