import { useLingui } from '@lingui/react/macro'
import type { DonorSort } from '@sevadesk/contract/donors/donor.ts'
import type { DonorEntry, ListedDonor } from '@sevadesk/contract/donors/donor-schemas.ts'
import type { ReactNode } from 'react'
import { useDonorWords } from '../../records/donor-words.ts'
import { EmailLink, PhoneLink } from '../../ui/format/contact-links.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Money } from '../../ui/format/money.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import type { ColumnSorting } from '../../ui/table/sort-button.tsx'
import { DonorLink } from './donor-link.tsx'
import styles from './donor-parts.module.css'

export function useDonorListColumns(sort: DonorSort, onSort: (sort: DonorSort) => void): Column<ListedDonor>[] {
  const { t } = useLingui()
  const words = useDonorWords()
  const sortName = useDonorSortName()

  function sortingOf(first: DonorSort, second: DonorSort): ColumnSorting {
    const next = sort === first ? second : first
    const direction = sort === first ? 'descending' : 'ascending'
    return {
      direction: sort === first || sort === second ? direction : undefined,
      nextName: sortName(next),
      onSort: () => onSort(next),
    }
  }

  return [
    { id: 'name', head: t`Name`, kind: 'title', cell: (donor) => <DonorName donor={donor} /> },
    { id: 'phone', head: t`Phone`, width: 15, cell: ({ phones }) => phonesOf(phones) },
    { id: 'email', head: t`Email`, width: 20, cell: ({ emails }) => emailsOf(emails) },
    { id: 'pan', head: t`PAN`, width: 11, cell: ({ pan }) => pan },
    {
      id: 'kind',
      head: t({ message: 'Kind', context: 'of a donor' }),
      width: 9,
      cell: ({ kind }) => words.kind[kind],
    },
    {
      id: 'year',
      head: t`This FY`,
      align: 'end',
      width: 13,
      sorting: sortingOf('year-high', 'year-low'),
      cell: ({ yearAmount }) => (yearAmount ? <Money amount={yearAmount} /> : undefined),
    },
    {
      id: 'last',
      head: t`Last gift`,
      width: 13,
      sorting: sortingOf('last-new', 'last-old'),
      cell: ({ lastGiftAt }) => lastGiftAt && <DateTime moment={lastGiftAt} />,
    },
  ]
}

/** Names an order of donors. */
export function useDonorSortName(): (sort: DonorSort) => string {
  const { t } = useLingui()
  const names: Record<DonorSort, string> = {
    name: t({ message: 'Name', context: 'order of a list' }),
    'year-high': t`Most this financial year`,
    'year-low': t`Least this financial year`,
    'last-new': t`Latest gift first`,
    'last-old': t`Oldest gift first`,
  }
  return (sort) => names[sort]
}

function DonorName({ donor }: { donor: DonorEntry }) {
  return (
    <>
      <DonorLink donor={donor} />
      {donor.otherNames.length > 0 && <span className={styles.others}>{donor.otherNames.join(', ')}</span>}
    </>
  )
}

/** One per line; undefined without any. */
export function phonesOf(phones: readonly string[]): ReactNode {
  if (phones.length === 0) return undefined
  return (
    <span className={styles.lines}>
      {phones.map((phone) => (
        <PhoneLink key={phone} number={phone} />
      ))}
    </span>
  )
}

/** One per line; undefined without any. */
export function emailsOf(emails: readonly string[]): ReactNode {
  if (emails.length === 0) return undefined
  return (
    <span className={styles.lines}>
      {emails.map((email) => (
        <EmailLink key={email} address={email} />
      ))}
    </span>
  )
}
