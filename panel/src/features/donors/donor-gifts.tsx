import { useLingui } from '@lingui/react/macro'
import { statusLabel, statusTone } from '@sevadesk/contract/donations/donation-status.ts'
import { DONORS_PER_PAGE } from '@sevadesk/contract/donors/donor.ts'
import { useOpensDonations } from '../../records/donation-link.tsx'
import { purposeText } from '../../records/purpose-text.tsx'
import { StatusBadge } from '../../records/status-badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Money } from '../../ui/format/money.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { DataTablePages } from '../../ui/table/data-table-pages.tsx'
import { useDonorAddress } from './donor-address.ts'
import { GiftLink, useNameOf } from './donor-link.tsx'
import styles from './donor-parts.module.css'
import { type DonorGift, useDonorGifts, useMayEditDonors } from './donor-queries.ts'

/** All gifts of a donor, the newest first. Each date opens the donation. */
export function DonorGifts({ id }: { id: string }) {
  const { t } = useLingui()
  const { giftsPage, setGiftsPage } = useDonorAddress()
  const list = useDonorGifts(id, giftsPage)
  const columns = useGiftColumns()
  return (
    <section aria-label={t`Gifts`}>
      <h2 className={styles.heading}>{t`Gifts`}</h2>
      <DataTablePages
        labels={{ table: t`Gifts`, loading: t`Loading the gifts...`, fetchFailed: t`Failed to fetch the gifts` }}
        columns={columns}
        list={list}
        perPage={DONORS_PER_PAGE}
        onPageChange={setGiftsPage}
        empty={<EmptyState title={t`No gifts yet.`} />}
      />
    </section>
  )
}

function useGiftColumns(): Column<DonorGift>[] {
  const { t } = useLingui()
  const nameOf = useNameOf()
  const maySeeReceipts = useMayEditDonors()
  const opensDonations = useOpensDonations()
  const receipts: Column<DonorGift> = {
    id: 'receipt',
    head: t`Receipt number`,
    width: 18,
    cell: ({ receipt }) => receipt?.number,
  }
  return [
    {
      id: 'date',
      head: t`Date`,
      kind: 'title',
      width: 16,
      cell: (gift) => (opensDonations ? <GiftLink gift={gift} /> : <DateTime moment={gift.createdAt} />),
    },
    { id: 'name', head: t`Name given`, isClamped: true, cell: ({ donorName }) => nameOf({ name: donorName }) },
    { id: 'purpose', head: t`Purpose`, isClamped: true, width: 18, cell: purposeText },
    {
      id: 'amount',
      head: t`Amount`,
      kind: 'figure',
      align: 'end',
      width: 16,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      id: 'status',
      head: t`Status`,
      width: 13,
      cell: ({ localStatus }) => <StatusBadge label={statusLabel(localStatus)} tone={statusTone(localStatus)} />,
    },
    ...(maySeeReceipts ? [receipts] : []),
  ]
}
