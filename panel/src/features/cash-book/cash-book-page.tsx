import { useLingui } from '@lingui/react/macro'
import { useLinkProps } from '@tanstack/react-router'
import { useChoice } from '../../address/use-address-values.ts'
import { useListAddress, useShownPage } from '../../address/use-list-address.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { formatDay } from '../../ui/format/date-time.tsx'
import { Count, Money } from '../../ui/format/money.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LedgerPicture } from '../../ui/pictures/illustration.tsx'
import { amountColumn } from '../../ui/table/amount-column.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { DataTablePages } from '../../ui/table/data-table-pages.tsx'
import { BookState } from './book-state.tsx'
import styles from './cash-book-columns.module.css'
import { CashBookDay } from './cash-book-day.tsx'
import { BOOKS_PER_PAGE, type BookDay, useCashBooks } from './cash-book-queries.ts'

/** The cash book of a day, or the list of days; the address says which. */
export function CashBookPage() {
  const [view] = useChoice('view', ['day', 'days'])
  return view === 'days' ? <CashBookList /> : <CashBookDay />
}

/** The days that have entries, the newest first. */
function CashBookList() {
  const { t } = useLingui()
  const address = useListAddress()
  const list = useCashBooks(address.page)
  useShownPage(address, list)
  const columns: Column<BookDay>[] = [
    { id: 'day', head: t`Day`, kind: 'title', cell: ({ day }) => <DayLink day={day} /> },
    { id: 'state', head: t`State`, width: 20, cell: ({ closing }) => <BookState closing={closing} isShort /> },
    { id: 'count', head: t`Entries`, align: 'end', width: 15, cell: ({ count }) => <Count value={count} /> },
    {
      id: 'cash',
      head: t`Cash and collections`,
      align: 'end',
      width: 20,
      cell: ({ cash }) => <Money amount={cash} />,
    },
    amountColumn(t`Total`, 20),
  ]
  return (
    <>
      <PageHeader title={t`Cash books`} purpose={t`Every day on which a gift was entered by hand.`} />
      <DataTablePages
        labels={{
          table: t`Cash books`,
          loading: t`Loading the cash books...`,
          fetchFailed: t`Failed to load the cash books`,
        }}
        columns={columns}
        list={list}
        perPage={BOOKS_PER_PAGE}
        onPageChange={address.setPage}
        empty={
          <EmptyState
            picture={<LedgerPicture />}
            title={t`No gift was entered by hand yet.`}
            text={t`The first one opens the book of its day.`}
          />
        }
      />
    </>
  )
}

function DayLink({ day }: { day: string }) {
  const { i18n } = useLingui()
  const { href = '', onClick } = useLinkProps({ to: '/cash-book', search: { day } })
  return (
    <a className={styles.link} href={href} onClick={onClick}>
      {formatDay(day, i18n.locale)}
    </a>
  )
}
