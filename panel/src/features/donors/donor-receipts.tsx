import { useLingui } from '@lingui/react/macro'
import { DONORS_PER_PAGE } from '@sevadesk/contract/donors/donor.ts'
import type { DonorReceipt } from '@sevadesk/contract/donors/donor-schemas.ts'
import Download from '~icons/lucide/download'
import { useReceiptStates } from '../../records/receipt-states.ts'
import { Button } from '../../ui/base/button.tsx'
import { toast } from '../../ui/base/toast.tsx'
import { isDoubleClick } from '../../ui/dialog/double-click.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { DateTime, formatDay } from '../../ui/format/date-time.tsx'
import { amountColumn } from '../../ui/table/amount-column.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { DataTablePages } from '../../ui/table/data-table-pages.tsx'
import { useDonorAddress } from './donor-address.ts'
import styles from './donor-parts.module.css'
import { useDonorReceipts, useReceiptDownload } from './donor-queries.ts'

/** All receipts of a donor, cancelled ones too, the newest first. */
export function DonorReceipts({ id }: { id: string }) {
  const { t } = useLingui()
  const { receiptsPage, setReceiptsPage } = useDonorAddress()
  const list = useDonorReceipts(id, receiptsPage)
  const columns = useReceiptColumns()
  return (
    <section aria-label={t`Receipts`}>
      <h2 className={styles.heading}>{t`Receipts`}</h2>
      <DataTablePages
        labels={{
          table: t`Receipts`,
          loading: t`Loading the receipts...`,
          fetchFailed: t`Failed to fetch the receipts`,
        }}
        columns={columns}
        list={list}
        perPage={DONORS_PER_PAGE}
        onPageChange={setReceiptsPage}
        empty={<EmptyState title={t`No receipts yet.`} />}
      />
    </section>
  )
}

function useReceiptColumns(): Column<DonorReceipt>[] {
  const { t, i18n } = useLingui()
  return [
    {
      id: 'number',
      head: t`Receipt number`,
      kind: 'title',
      width: 20,
      cell: ({ number, state }) => (state === 'valid' ? number : <s>{number}</s>),
    },
    {
      id: 'date',
      head: t`Date`,
      width: 16,
      cell: ({ receiptDay }) => formatDay(receiptDay, i18n.locale),
    },
    amountColumn(t`Amount`, 16),
    {
      id: 'state',
      head: t({ message: 'State', context: 'of a receipt' }),
      cell: (receipt) => <State receipt={receipt} />,
    },
    {
      id: 'actions',
      head: t`Actions`,
      kind: 'actions',
      width: 18,
      cell: (receipt) => <DownloadButton receipt={receipt} />,
    },
  ]
}

function State({ receipt: { state, cancelledAt, replaces, replacedBy } }: { receipt: DonorReceipt }) {
  const { t } = useLingui()
  const states = useReceiptStates()
  return (
    <>
      {states[state]}
      {cancelledAt !== null && (
        <>
          {' · '}
          <DateTime moment={cancelledAt} />
        </>
      )}
      {replaces !== null && <span className={styles.others}>{t`Replaces ${replaces}`}</span>}
      {replacedBy !== null && <span className={styles.others}>{t`Replaced by ${replacedBy}`}</span>}
    </>
  )
}

/** Without a token a press shows the same toast as the details of the donation. */
function DownloadButton({ receipt: { donationId, token, number } }: { receipt: DonorReceipt }) {
  const { t } = useLingui()
  const { save, isPending } = useReceiptDownload()

  function saveIfAny() {
    if (token !== null) save({ _id: donationId, receipt: { token, number } })
    else toast.error(t`No receipt available for this donation.`)
  }

  return (
    <Button
      variant={token === null ? 'muted' : 'quiet'}
      icon={<Download aria-hidden="true" />}
      aria-label={t`Download receipt ${number}`}
      isPending={isPending}
      pendingLabel={t`Downloading...`}
      onClick={(event) => isDoubleClick(event) || saveIfAny()}
    >
      {t`Download`}
    </Button>
  )
}
