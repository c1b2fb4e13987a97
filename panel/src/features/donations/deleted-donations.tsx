import { useLingui } from '@lingui/react/macro'
import { DONATIONS_PER_PAGE } from '@sevadesk/contract/donation.ts'
import { ArchiveRestore, ArrowLeft } from 'lucide-react'
import { useListAddress, useShownPage } from '../../address/use-list-address.ts'
import { Button } from '../../ui/button.tsx'
import { CardAction } from '../../ui/card-action.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { type Column, tableRowId } from '../../ui/data-table.tsx'
import { DataTablePages } from '../../ui/data-table-pages.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LedgerPicture } from '../../ui/illustration.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { type DeletedDonation, useDeletedDonations, useRestoreDonation } from './deleted-donation-queries.ts'
import { useDonorName, When } from './donation-columns.tsx'

/** What was deleted, by whom and when, and the way back (reading D2). */
export function DeletedDonations({ onBack }: { onBack: () => void }) {
  const { t } = useLingui()
  const address = useListAddress()
  const list = useDeletedDonations(address.page)
  useShownPage(address, list.isOutdated || !list.rows ? undefined : list.page)
  const { restoringId, askAndRestore } = useRestoring(list.rows ?? [])
  const columns = useColumns(askAndRestore)
  return (
    <>
      <PageHeader
        title={t`Deleted donations`}
        purpose={t`They count in no list and no sum until they are restored.`}
        action={
          <Button icon={<ArrowLeft aria-hidden="true" />} onClick={onBack}>
            {t`All donations`}
          </Button>
        }
      />
      <DataTablePages
        words={{
          table: t`Deleted donations`,
          loading: t`Loading donations...`,
          fetchFailed: t`Failed to fetch donations.`,
        }}
        columns={columns}
        list={list}
        perPage={DONATIONS_PER_PAGE}
        onPageChange={address.setPage}
        leavingId={restoringId}
        empty={<EmptyState picture={<LedgerPicture />} title={t`No deleted donations.`} />}
      />
    </>
  )
}

function useColumns(onRestore: (donation: DeletedDonation) => void): Column<DeletedDonation>[] {
  const { t } = useLingui()
  const nameOf = useDonorName()
  return [
    { id: 'donor', head: t`Donor`, kind: 'title', cell: nameOf },
    {
      id: 'amount',
      head: t`Amount`,
      align: 'end',
      width: 15,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { id: 'date', head: t`Date`, width: 15, cell: ({ createdAt }) => <When moment={createdAt} /> },
    { id: 'deletedBy', head: t`Deleted by`, width: 15, cell: ({ deletedBy }) => deletedBy },
    {
      id: 'deletedAt',
      head: t`Deleted on`,
      width: 18,
      cell: ({ deletedAt }) => <When moment={deletedAt} />,
    },
    {
      id: 'restore',
      head: t`Actions`,
      kind: 'actions',
      width: 15,
      cell: (donation) => {
        const name = nameOf(donation)
        return (
          <CardAction
            icon={<ArchiveRestore aria-hidden="true" />}
            label={t`Restore donation of ${name}`}
            onClick={() => onRestore(donation)}
          >
            {t`Restore`}
          </CardAction>
        )
      },
    },
  ]
}

/** Asks, restores, and sends focus to the row that takes the place, or to the page's heading. */
function useRestoring(rows: readonly DeletedDonation[]) {
  const { t } = useLingui()
  const { confirm } = useConfirm()
  const nameOf = useDonorName()
  const { mutateAsync, isPending, variables } = useRestoreDonation()

  async function askAndRestore(donation: DeletedDonation) {
    const name = nameOf(donation)
    const confirmed = await confirm({
      title: t({ message: 'Are you sure?', context: 'before restoring' }),
      text: t`The donation of ${name} will be back in every list and sum.`,
      confirmLabel: t`Yes`,
    })
    if (!confirmed) return
    try {
      await mutateAsync(donation._id)
    } catch {
      return // told by a toast; the row stays
    }
    const place = rows.findIndex(({ id }) => id === donation.id)
    const next = rows[place + 1] ?? rows[place - 1]
    const target = next
      ? document.getElementById(tableRowId(next.id))
      : document.querySelector<HTMLElement>('h1[tabindex]')
    target?.focus()
  }

  return {
    restoringId: isPending ? rows.find(({ _id }) => _id === variables)?.id : undefined,
    askAndRestore: (donation: DeletedDonation) => {
      if (!isPending) void askAndRestore(donation)
    },
  }
}
