import { useLingui } from '@lingui/react/macro'
import { statusLabel, statusTone } from '@sevadesk/contract/donations/donation-status.ts'
import Trash from '~icons/lucide/trash'
import { StatusBadge } from '../../records/status-badge.tsx'
import { EmailLink, PhoneLink } from '../../ui/format/contact-links.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import type { UserInformationRow } from './user-information-queries.ts'

export function useUserInformationColumns(onDelete: (donor: UserInformationRow) => void): Column<UserInformationRow>[] {
  const { t } = useLingui()
  return [
    { id: 'name', head: t`Name`, kind: 'title', isClamped: true, cell: ({ donorName }) => donorName || t`Anonymous` },
    {
      id: 'email',
      head: t`Email`,
      width: 28,
      cell: ({ donorEmail }) => donorEmail && <EmailLink address={donorEmail} />,
    },
    {
      id: 'phone',
      head: t`Phone`,
      width: 15,
      cell: ({ donorPhone }) => donorPhone && <PhoneLink number={donorPhone} />,
    },
    { id: 'created', head: t`Created`, width: 12, cell: ({ createdAt }) => <DateTime moment={createdAt} /> },
    {
      id: 'status',
      head: t`Status`,
      width: 13.5,
      cell: ({ localStatus }) => <StatusBadge label={statusLabel(localStatus)} tone={statusTone(localStatus)} />,
    },
    {
      id: 'actions',
      head: t`Actions`,
      kind: 'actions',
      width: 8,
      cell: (donor) => <DeleteButton donor={donor} onDelete={onDelete} />,
    },
  ]
}

function DeleteButton({
  donor,
  onDelete,
}: {
  donor: UserInformationRow
  onDelete: (donor: UserInformationRow) => void
}) {
  const { t } = useLingui()
  const name = donor.donorName || t`Anonymous`
  return (
    <IconButton
      label={t`Delete ${name}: removes this donation.`}
      tone="danger"
      icon={<Trash aria-hidden="true" />}
      disabled={donor._id === ''}
      onClick={() => onDelete(donor)}
    />
  )
}
