import { useLingui } from '@lingui/react/macro'
import type { DepositSlip } from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import { useLinkProps } from '@tanstack/react-router'
import { useAddressValues, useChoice } from '../../address/use-address-values.ts'
import { useListAddress, useShownPage } from '../../address/use-list-address.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useUnsavedChanges } from '../../ui/form/unsaved-changes.ts'
import { formatDay } from '../../ui/format/date-time.tsx'
import { Count } from '../../ui/format/money.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LedgerPicture } from '../../ui/pictures/illustration.tsx'
import { amountColumn } from '../../ui/table/amount-column.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { DataTablePages } from '../../ui/table/data-table-pages.tsx'
import columnStyles from './cash-book-columns.module.css'
import { SLIPS_PER_PAGE, useDepositSlips } from './cash-book-queries.ts'
import { DepositList, useTickedGifts } from './deposit-list.tsx'
import { DepositSlipPage } from './deposit-slip-page.tsx'

/** Gifts to deposit, the earlier slips, or one of them; the address says which. */
export function DepositsPage() {
  const [{ open }] = useAddressValues(['open'])
  const [view] = useChoice('view', ['gifts', 'slips'])
  const ticked = useTickedGifts()
  useUnsavedChanges(ticked.gifts.length > 0)
  if (open !== undefined) return <DepositSlipPage key={open} id={open} />
  return view === 'slips' ? <DepositSlipList /> : <DepositList ticked={ticked} />
}

/** The deposit slips, the newest first. */
function DepositSlipList() {
  const { t } = useLingui()
  const address = useListAddress()
  const list = useDepositSlips(address.page)
  useShownPage(address, list)
  const columns: Column<DepositSlip>[] = [
    { id: 'day', head: t`Day of the deposit`, kind: 'title', cell: (slip) => <SlipLink slip={slip} /> },
    { id: 'number', head: t`Slip no.`, width: 14, cell: ({ slipNumber }) => slipNumber },
    { id: 'account', head: t`Bank account`, width: 24, cell: ({ bankAccount }) => bankAccount },
    { id: 'person', head: t`Entered by`, width: 13, cell: ({ createdBy }) => createdBy },
    { id: 'count', head: t`Gifts`, align: 'end', width: 9, cell: ({ count }) => <Count value={count} /> },
    amountColumn(t`Total`, 16),
  ]
  return (
    <>
      <PageHeader title={t`Deposit slips`} purpose={t`What was taken to the bank, and when.`} />
      <DataTablePages
        labels={{
          table: t`Deposit slips`,
          loading: t`Loading the deposit slips...`,
          fetchFailed: t`Failed to load the deposit slips`,
        }}
        columns={columns}
        list={list}
        perPage={SLIPS_PER_PAGE}
        onPageChange={address.setPage}
        empty={
          <EmptyState
            picture={<LedgerPicture />}
            title={t`Nothing was deposited yet.`}
            text={t`Tick the gifts on Bank deposit and mark them as deposited.`}
          />
        }
      />
    </>
  )
}

function SlipLink({ slip: { _id: id, depositedOn, cancelledAt } }: { slip: DepositSlip }) {
  const { t, i18n } = useLingui()
  const { href = '', onClick } = useLinkProps({ to: '/deposits', search: { open: id } })
  return (
    <>
      <a className={columnStyles.link} href={href} onClick={onClick}>
        {formatDay(depositedOn, i18n.locale)}
      </a>
      {cancelledAt !== null && (
        <span className={columnStyles.note}>{t({ message: 'Cancelled', context: 'a deposit slip' })}</span>
      )}
    </>
  )
}
