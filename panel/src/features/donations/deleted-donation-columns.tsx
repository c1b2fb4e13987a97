import { useLingui } from '@lingui/react/macro'
import ArchiveRestore from '~icons/lucide/archive-restore'
import { Money, UNKNOWN } from '../../ui/format/money.tsx'
import { CardAction } from '../../ui/layout/card-action.tsx'
import { ClampedText } from '../../ui/layout/clamped-text.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import type { DeletedDonation } from './deleted-donation-queries.ts'
import styles from './donation-columns.module.css'
import { contactOf, useDonorName, When } from './donation-columns.tsx'

export function useDeletedColumns(onRestore: (donation: DeletedDonation) => void): Column<DeletedDonation>[] {
  const { t } = useLingui()
  const nameOf = useDonorName()
  return [
    { id: 'donor', head: t`Donor`, kind: 'title', isClamped: true, cell: nameOf },
    { id: 'contact', head: t`Contact`, width: 18.5, cell: contactOf },
    {
      id: 'amount',
      head: t`Amount`,
      align: 'end',
      width: 16,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      id: 'purpose',
      head: t`Purpose`,
      width: 13,
      cell: ({ purpose, receipt }) =>
        (purpose || receipt?.number) && <Purpose text={purpose} receipt={receipt?.number} />,
    },
    { id: 'date', head: t`Date`, width: 12.5, cell: ({ createdAt }) => <When moment={createdAt} /> },
    {
      id: 'deletedAt',
      head: t`Deleted by`,
      width: 13,
      cell: ({ deletedAt, deletedBy }) => (
        <>
          {deletedBy || UNKNOWN} <When moment={deletedAt} />
        </>
      ),
    },
    {
      id: 'restore',
      head: t`Actions`,
      kind: 'actions',
      width: 12.5,
      cell: (donation) => {
        const name = nameOf(donation)
        return (
          <CardAction
            icon={<ArchiveRestore aria-hidden="true" />}
            label={t`Restore donation from ${name}`}
            onClick={() => onRestore(donation)}
          >
            {t`Restore`}
          </CardAction>
        )
      },
    },
  ]
}

function Purpose({ text, receipt }: { text: string; receipt: string | undefined }) {
  return (
    <>
      {text && <ClampedText text={text} />}
      {receipt && <span className={styles.receipt}>{receipt}</span>}
    </>
  )
}
