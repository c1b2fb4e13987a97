import { useLingui } from '@lingui/react/macro'
import { statusLabel, statusTone } from '@sevadesk/contract/donation-status.ts'
import { ReceiptText } from 'lucide-react'
import { ContactLinks } from '../../ui/contact-links.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Money, UNKNOWN } from '../../ui/money.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Donation } from './donation-queries.ts'

/** The columns of the donations, and how one is named where it has no donor. */
export function useDonationColumns(onOpen: (donation: Donation) => void): Column<Donation>[] {
  const { t } = useLingui()
  const nameOf = useDonorName()
  return [
    { id: 'donor', head: t`Donor`, kind: 'title', width: '18%', cell: nameOf },
    {
      id: 'contact',
      head: t`Contact`,
      width: '21%',
      cell: ({ donorEmail, donorPhone }) =>
        donorEmail || donorPhone ? <ContactLinks email={donorEmail} phone={donorPhone} /> : UNKNOWN,
    },
    {
      id: 'amount',
      head: t`Amount`,
      align: 'end',
      width: '14%',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { id: 'purpose', head: t`Purpose`, width: '17%', cell: ({ purpose }) => purpose || UNKNOWN },
    {
      id: 'status',
      head: t`Status`,
      width: '11%',
      cell: ({ localStatus }) => <StatusBadge label={statusLabel(localStatus)} tone={statusTone(localStatus)} />,
    },
    { id: 'date', head: t`Date`, cell: ({ createdAt }) => <DateTime moment={createdAt} format="date-time" /> },
    {
      id: 'details',
      head: t`Details`,
      kind: 'actions',
      width: '5.5rem',
      cell: (donation) => {
        const name = nameOf(donation)
        return (
          <IconButton
            label={t`Details of ${name}`}
            icon={<ReceiptText aria-hidden="true" />}
            onClick={() => onOpen(donation)}
          />
        )
      },
    },
  ]
}

/** The donor's name as it is shown; "Anonymous" where there is none (specification, section 9). */
export function useDonorName(): (donation: Pick<Donation, 'donorName'>) => string {
  const { t } = useLingui()
  return ({ donorName }) => donorName || t`Anonymous`
}
