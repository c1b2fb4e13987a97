import { useLingui } from '@lingui/react/macro'
import { DONATIONS_PER_PAGE } from '@sevadesk/contract/donation.ts'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useListAddress, useShownPage } from '../../address/use-list-address.ts'
import { Button } from '../../ui/base/button.tsx'
import { useTrust } from '../../ui/base/trust.tsx'
import { useConfirm } from '../../ui/dialog/confirm.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LedgerPicture } from '../../ui/pictures/illustration.tsx'
import { tableRowId } from '../../ui/table/data-table.tsx'
import { DataTablePages } from '../../ui/table/data-table-pages.tsx'
import { useDeletedColumns } from './deleted-donation-columns.tsx'
import { type DeletedDonation, useDeletedDonations, useRestoreDonation } from './deleted-donation-queries.ts'
import { useDonorName } from './donation-columns.tsx'

/** What was deleted, by whom and when, and the way back (reading D2). */
export function DeletedDonations({ onBack }: { onBack: () => void }) {
  const { t } = useLingui()
  const address = useListAddress()
  const list = useDeletedDonations(address.page)
  useShownPage(address, list.isOutdated || !list.rows ? undefined : list.page)
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

/** The window is named after the view, and after its screen again once the view is left. */
function useWindowTitle(view: string) {
  const { trustName } = useTrust()
  useEffect(() => {
    const screen = document.title
    const title = `${view} · ${trustName}`
    document.title = title
    return () => {
      if (document.title === title) document.title = screen // another screen has named the window by now
    }
  }, [view, trustName])
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
      text: t`The donation from ${name} will appear in all lists and totals again.`,
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
