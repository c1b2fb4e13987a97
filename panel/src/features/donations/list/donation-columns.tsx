import { useLingui } from '@lingui/react/macro'
import { type DonationSort, sortOrderOf } from '@sevadesk/contract/donations/donation-sort.ts'
import type { GiftMode } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { ReactNode } from 'react'
import ReceiptText from '~icons/lucide/receipt-text'
import { DonationStatus } from '../../../records/donation-status.tsx'
import { useSortName } from '../../../records/filter-names.ts'
import { usePaymentMethod } from '../../../records/payment-method.ts'
import { purposeText } from '../../../records/purpose-text.tsx'
import { useIsExtended } from '../../../session/use-me.ts'
import { useTrust } from '../../../ui/base/trust.tsx'
import { ContactLinks } from '../../../ui/format/contact-links.tsx'
import { DateTime, formatDate } from '../../../ui/format/date-time.tsx'
import { formatMoney, Money } from '../../../ui/format/money.tsx'
import { IconButton } from '../../../ui/layout/icon-button.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import type { ColumnSorting } from '../../../ui/table/sort-button.tsx'
import styles from './donation-columns.module.css'
import type { Donation } from './donation-queries.ts'

interface ColumnOptions {
  onOpen: (donation: Donation) => void
  sort: DonationSort
  onSort: (sort: DonationSort) => void
}

/** Goods, whose amount of money is 0. */
const IN_KIND: GiftMode = 'in_kind'

export function useDonationColumns({ onOpen, sort, onSort }: ColumnOptions): Column<Donation>[] {
  const { t, i18n } = useLingui()
  const { timeZone } = useTrust()
  const nameOf = useDonorName()
  const methodName = usePaymentMethod()
  const sortingOf = useColumnSorting(sort, onSort)
  return [
    {
      id: 'donor',
      head: t`Donor`,
      kind: 'title',
      isClamped: true,
      width: 14.5,
      sorting: sortingOf('donor-a-z', 'donor-z-a'),
      cell: nameOf,
    },
    { id: 'contact', head: t`Contact`, width: 24, cell: contactOf },
    {
      id: 'amount',
      head: t`Amount`,
      kind: 'figure',
      align: 'end',
      width: 16,
      sorting: sortingOf('amount-high', 'amount-low'),
      cell: ({ amount, currency, paymentMethod }) =>
        paymentMethod === IN_KIND ? methodName(IN_KIND) : <Money amount={amount} currency={currency} />,
    },
    { id: 'purpose', head: t`Purpose`, isClamped: true, cell: purposeText },
    {
      id: 'status',
      head: t`Status`,
      width: 12.5,
      sorting: sortingOf('success-first', 'success-last'),
      cell: (donation) => <DonationStatus donation={donation} />,
    },
    {
      id: 'date',
      head: t`Date`,
      width: 12.5,
      sorting: sortingOf('latest', 'oldest'),
      cell: whenOf,
    },
    {
      id: 'details',
      head: t`Details`,
      kind: 'actions',
      width: 8,
      cell: (donation) => {
        const name = nameOf(donation)
        const { amount, currency, createdAt } = donation
        const sum = formatMoney(amount, currency, i18n.locale)
        const day = formatDate(createdAt, 'date', timeZone, i18n.locale)
        return (
          <IconButton
            label={t`Details of ${name}, ${sum}, ${day}`}
            icon={<ReceiptText aria-hidden="true" />}
            onClick={() => onOpen(donation)}
          />
        )
      },
    },
  ]
}

function contactOf({ donorEmail, donorPhone }: Donation): ReactNode {
  return (
    (donorEmail || donorPhone) && (
      <span className={styles.quiet}>
        <ContactLinks email={donorEmail} phone={donorPhone} />
      </span>
    )
  )
}

/** Date and time, of a gift by hand the date alone; a single dash if the moment is unknown. */
function whenOf({ createdAt, offlineGift }: Donation): ReactNode {
  return (
    <span className={styles.when}>
      <DateTime moment={createdAt} />
      {!offlineGift && !Number.isNaN(Date.parse(createdAt)) && (
        <span className={styles.time}>
          <DateTime moment={createdAt} format="time" />
        </span>
      )}
    </span>
  )
}

/** The donor's name, or "Anonymous" (specification, section 9). */
export function useDonorName(): (donation: Pick<Donation, 'donorName'>) => string {
  const { t } = useLingui()
  return ({ donorName }) => donorName || t`Anonymous`
}

const ARIA_SORTS = { asc: 'ascending', desc: 'descending' } as const

/**
 * Returns how a column's header sorts: by `first`, and by `second` if it sorts by `first` already.
 * Returns nothing if the backend does not sort by column.
 */
function useColumnSorting(
  sort: DonationSort,
  onSort: (sort: DonationSort) => void,
): (first: DonationSort, second: DonationSort) => ColumnSorting | undefined {
  const isExtended = useIsExtended()
  const sortName = useSortName()
  return (first, second) => {
    if (!isExtended) return undefined
    const next = sort === first ? second : first
    const isSorted = sort === first || sort === second
    return {
      direction: isSorted ? ARIA_SORTS[sortOrderOf(sort).direction] : undefined,
      nextName: sortName(next),
      onSort: () => onSort(next),
    }
  }
}
