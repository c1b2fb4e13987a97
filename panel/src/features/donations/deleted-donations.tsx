import { useLingui } from '@lingui/react/macro'
import { DONATIONS_PER_PAGE } from '@sevadesk/contract/donation.ts'
import { useEffect } from 'react'
import ArrowLeft from '~icons/lucide/arrow-left'
import { useListAddress, useShownPage } from '../../address/use-list-address.ts'
import { Button } from '../../ui/base/button.tsx'
import { useTrust } from '../../ui/base/trust.tsx'
import { useConfirm } from '../../ui/dialog/confirm.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { pageHeading } from '../../ui/layout/page-heading.ts'
import { LedgerPicture } from '../../ui/pictures/illustration.tsx'
import { tableRowId } from '../../ui/table/data-table.tsx'
import { DataTablePages } from '../../ui/table/data-table-pages.tsx'
import { useDeletedColumns } from './deleted-donation-columns.tsx'
import { type DeletedDonation, useDeletedDonations, useRestoreDonation } from './deleted-donation-queries.ts'
import { useDonorName } from './donation-columns.tsx'

/** Deleted donations, with who deleted them and when; each can be restored. */
export function DeletedDonations({ onBack }: { onBack: () => void }) {
  const { t } = useLingui()
  const address = useListAddress()
  const list = useDeletedDonations(address.page)
  useShownPage(address, list)
  const { restoringId, askAndRestore } = useRestoring(list.rows ?? [])
  const columns = useDeletedColumns(askAndRestore)
  useWindowTitle(t`Deleted donations`)
  return (
    <>
      <PageHeader
        title={t`Deleted donations`}
        purpose={t`They are left out of all lists and totals until you restore them.`}
        action={
          <Button icon={<ArrowLeft aria-hidden="true" />} onClick={onBack}>
            {t`All donations`}
          </Button>
        }
      />
      <DataTablePages
        labels={{
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

/** Sets the window title for this view and restores it afterwards. */
function useWindowTitle(view: string) {
  const { trustName } = useTrust()
  useEffect(() => {
    const previous = document.title
    const title = `${view} · ${trustName}`
    document.title = title
    return () => {
      if (document.title === title) document.title = previous // unless another page has set its own
    }
  }, [view, trustName])
}

/** Restores a donation after confirmation, then focuses the nearest row or else the heading. */
function useRestoring(rows: readonly DeletedDonation[]) {
  const { t } = useLingui()
  const { confirm } = useConfirm()
  const nameOf = useDonorName()
  const { mutateAsync, isPending, variables } = useRestoreDonation()

  async function askAndRestore(donation: DeletedDonation) {
    const name = nameOf(donation)
    const confirmed = await confirm({
      title: t({ message: 'Are you sure?', context: 'before restoring' }),
      text: t`The donation from ${name} will appear in all lists and totals again.`,
      confirmLabel: t`Yes`,
    })
    if (!confirmed) return
    try {
      await mutateAsync(donation._id)
    } catch {
      return // a toast shows the failure
    }
    const index = rows.findIndex(({ id }) => id === donation.id)
    const next = rows[index + 1] ?? rows[index - 1]
    const target = next ? document.getElementById(tableRowId(next.id)) : pageHeading()
    target?.focus()
  }

  return {
    restoringId: isPending ? rows.find(({ _id }) => _id === variables)?.id : undefined,
    askAndRestore: (donation: DeletedDonation) => {
      if (!isPending) void askAndRestore(donation)
    },
  }
}
